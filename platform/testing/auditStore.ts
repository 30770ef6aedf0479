import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

// This module checks what the platform has written, so it imports none of the platform's code. It relies only on the layout
// of a store (see docs/architecture.md).

export interface AuditedFiles {
  read(key: string): Promise<Buffer | undefined>;
  keys(): Promise<string[]>;
}

export interface AuditedRelease {
  /** The parsed JSON of the release's file. */
  manifest: Record<string, unknown>;
  id: string;
  /** The version of each build in the release, by app. */
  apps: Record<string, string>;
  /** The hashes of the release's pages and other files, by file name. */
  contents: Map<string, string>;
  /** The file names in `contents` that belong to pages. */
  pages: string[];
  /** The hashes of the pages' data and of the backend's answers. */
  data: Set<string>;
  /** All builds that browsers may load, as `<app>/<version>`. */
  builds: Set<string>;
  pictures: Set<string>;
}

export interface Audit {
  /** The release that visitors get; undefined if there is none. */
  live: AuditedRelease | undefined;
  /** What is missing or altered, as `<key> <what is wrong>`, sorted. */
  problems: string[];
  /** The stored releases that can be read, newest first, each with its number. */
  history: [number: number, release: AuditedRelease][];
}

/** Matches text files, which are also stored in the encodings `br` and `gzip`. */
const TEXT = /\.(?:html|js|css|json|svg|xml|txt|webmanifest)$/;

const listEncodings = (name: string) => (TEXT.test(name) ? ['', '.br', '.gz'] : ['']);

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

const computeIntegrity = (content: Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Checks whether everything that the live release needs is stored and unaltered. */
export async function auditStore(files: AuditedFiles): Promise<Audit> {
  const problems = new Set<string>();
  const report = (problem: string) => void problems.add(problem);
  const { live, history } = await readReleases(files, await files.keys(), report);
  if (live) await auditRelease(files, live, report);
  return { live, problems: [...problems].sort(), history };
}

/** Lists the files in a store that neither a stored release nor an open tab needs. */
export async function listUnneeded(files: AuditedFiles): Promise<string[]> {
  const keys = await files.keys();
  const { history, used } = await readReleases(files, keys, () => undefined);
  const needed = new Set<string>();
  for (const [, release] of history) for (const key of await listNeeded(files, release)) needed.add(key);
  for (const build of used) for (const key of await keysOfBuild(files, build)) needed.add(key);
  return keys.filter((key) => !needed.has(key) && !ALWAYS_KEPT.test(key)).sort();
}

const ALWAYS_KEPT = /^(?:releases\/\d+\.json\.gz|heartbeat)$/;

/**
 * Reads the stored releases. If the layout of releases changes, update this function and `releaseIn`.
 *
 * @returns `live`: the readable release with the highest number; `history`: all readable releases; `used`: the builds in
 *   the live release's log
 */
async function readReleases(files: AuditedFiles, keys: string[], report: (problem: string) => void) {
  const history: Audit['history'] = [];
  const numbers = keys.flatMap((key) => Number(/^releases\/(\d+)\.json\.gz$/.exec(key)?.[1] ?? NaN) || []);
  for (const number of numbers.sort((one, other) => other - one)) {
    const key = `releases/${number}.json.gz`;
    const content = await files.read(key);
    const release = content && releaseIn(unpacked('.gz', content));
    if (release) history.push([number, release]);
    // A damaged release is harmless if it is older than the live one.
    else if (content && history.length === 0) report(`${key} has been altered`);
  }
  const [[, live] = []] = history;
  if (!live) report('releases/ has no release that can be read');
  const logged = (live?.manifest.log ?? []) as { apps: Record<string, string> }[];
  const used = new Set(
    logged.flatMap(({ apps }) => Object.entries(apps).map(([app, version]) => `${app}/${version}`)),
  );
  return { live, history, used };
}

interface PageEntry {
  app: string;
  content: string;
  pictures?: string[];
  version?: string;
  shell?: string;
}

/** @returns undefined if the content is not a release */
function releaseIn(content: Buffer | undefined): AuditedRelease | undefined {
  const manifest = parse(content);
  if (!manifest) return undefined;
  const { id, builds, pages, files, data, answers } = manifest as {
    id: string;
    builds: Record<string, { version: string }>;
    pages: Record<string, PageEntry>;
    files: Record<string, string>;
    data: Record<string, Record<string, Record<string, string>>>;
    answers: Record<string, { content: string }>;
  };
  if ([id, builds, pages, files, data, answers].includes(undefined as never)) return undefined;
  const apps = Object.fromEntries(Object.entries(builds).map(([app, { version }]) => [app, version]));
  const loaded = new Set(Object.entries(apps).map(([app, version]) => `${app}/${version}`));
  for (const { app, version, shell } of Object.values(pages)) {
    if (version) loaded.add(`${app}/${version}`);
    if (shell) loaded.add(`shell/${shell}`);
  }
  const entries = Object.entries(pages);
  const ofPages = Object.values(data).flatMap((routes) =>
    Object.values(routes).flatMap(Object.values<string>),
  );
  return {
    manifest,
    id,
    apps,
    contents: new Map([
      ...entries.map(([file, { content: hash }]) => [file, hash] as const),
      ...Object.entries(files),
    ]),
    pages: Object.keys(pages),
    data: new Set([...ofPages, ...Object.values(answers).map(({ content: hash }) => hash)]),
    builds: loaded,
    pictures: new Set(entries.flatMap(([, page]) => page.pictures ?? [])),
  };
}

/** Lists the keys of all files that a release names, whether they are stored or not. */
export async function listNeeded(files: AuditedFiles, release: AuditedRelease): Promise<string[]> {
  const keys = [...release.data].map((hash) => `data/${hash}.json.gz`);
  for (const [file, hash] of release.contents)
    for (const encoding of listEncodings(file)) keys.push(`pages/${hash}${encoding}`);
  for (const build of release.builds) keys.push(...(await keysOfBuild(files, build)));
  for (const name of release.pictures) {
    const marker = markerKey(name);
    keys.push(marker);
    const { hashes = {} } = (parse(await files.read(marker)) ?? {}) as { hashes?: object };
    for (const copy of Object.keys(hashes)) keys.push(pictureCopyKey(name, copy));
  }
  return keys;
}

async function keysOfBuild(files: AuditedFiles, build: string): Promise<string[]> {
  const own = ['build.json', 'server.cjs', 'origin.json', 'maps.json.gz'].map(
    (file) => `builds/${build}/${file}`,
  );
  const described = parse(await files.read(own[0] ?? '')) as Description | undefined;
  const browser = Object.keys(described?.files ?? {}).flatMap((name) =>
    listEncodings(name).map((encoding) => `assets/${build}/${name}${encoding}`),
  );
  return [...own, ...browser];
}

async function auditRelease(
  files: AuditedFiles,
  release: AuditedRelease,
  report: (problem: string) => void,
): Promise<void> {
  const check = checker(files, report);
  for (const [file, hash] of release.contents) {
    for (const encoding of listEncodings(file))
      await check(`pages/${hash}${encoding}`, (content) => sha256(unpacked(encoding, content)) === hash);
  }
  for (const hash of release.data)
    await check(`data/${hash}.json.gz`, (content) => sha256(unpacked('.gz', content)) === hash);
  for (const build of release.builds) for (const problem of await auditBuild(files, build)) report(problem);
  for (const name of release.pictures) await auditPicture(files, name, report);
  await auditLinks(files, release, report);
}

/** Checks that the store has every build file that the pages refer to, and that `release.json` describes this release. */
async function auditLinks(
  files: AuditedFiles,
  { id, apps, contents, pages }: AuditedRelease,
  report: (problem: string) => void,
): Promise<void> {
  for (const page of pages) {
    const html = String(await files.read(`pages/${contents.get(page)}`));
    for (const [address] of html.matchAll(/\/assets\/(?!pictures\/)[\w./-]+\.\w+/g))
      if (!(await files.read(address.slice(1))))
        report(`${address.slice(1)} is missing, and ${page} names it`);
  }
  const described = parse(await files.read(`pages/${contents.get('release.json')}`)) as
    { id: string; shell: string; remotes: { version: string }[] } | undefined;
  const versions = [described?.shell, ...(described?.remotes ?? []).map(({ version }) => version)];
  if (described?.id !== id || versions.sort().join() !== Object.values(apps).sort().join())
    report('release.json describes another release');
}

interface Description {
  app: string;
  version: string;
  serverHash: string;
  files: Record<string, { integrity: string }>;
}

/** Checks a build. @param build `<app>/<version>` @returns what is missing or altered */
export async function auditBuild(files: AuditedFiles, build: string): Promise<string[]> {
  const problems: string[] = [];
  const check = checker(files, (problem) => void problems.push(problem));
  const key = `builds/${build}/build.json`;
  const described = parse(await files.read(key)) as Description | undefined;
  await check(key, () => {
    const { version = '', ...others } = described ?? {};
    return (
      sha256(JSON.stringify(others)).slice(0, 16) === version && `${described?.app}/${version}` === build
    );
  });
  if (problems.length > 0 || !described) return problems;
  await check(`builds/${build}/server.cjs`, (content) => sha256(content) === described.serverHash);
  const origin = `builds/${build}/origin.json`;
  if (await files.read(origin)) await check(origin, (content) => parse(content) !== undefined);
  const maps = `builds/${build}/maps.json.gz`;
  if (await files.read(maps)) await check(maps, (content) => parse(unpacked('.gz', content)) !== undefined);
  for (const [name, { integrity }] of Object.entries(described.files)) {
    for (const encoding of listEncodings(name))
      await check(
        `assets/${build}/${name}${encoding}`,
        (content) => computeIntegrity(unpacked(encoding, content)) === integrity,
      );
  }
  return problems;
}

/** Checks a picture's marker and copies. Without a marker, a picture has no copies yet, so nothing is checked. */
async function auditPicture(
  files: AuditedFiles,
  name: string,
  report: (problem: string) => void,
): Promise<void> {
  const key = markerKey(name);
  const content = await files.read(key);
  if (!content) return;
  const marker = parse(content) as { hashes?: Record<string, string>; refused?: string } | undefined;
  if (!marker?.hashes && !marker?.refused) report(`${key} has been altered`);
  const check = checker(files, report);
  for (const [copy, hash] of Object.entries(marker?.hashes ?? {}))
    await check(pictureCopyKey(name, copy), (content) => sha256(content) === hash);
}

const pictureCopyKey = (picture: string, copy: string) =>
  `assets/pictures/${picture}/${copy === 'share' ? 'share.jpg' : `${copy}.avif`}`;

const markerKey = (picture: string) => `pictures/${picture.replaceAll('/', '~')}.json`;

function checker(files: AuditedFiles, report: (problem: string) => void) {
  return async (key: string, isRight: (content: Buffer) => boolean): Promise<void> => {
    const content = await files.read(key);
    if (!content) report(`${key} is missing`);
    else if (!isRight(content)) report(`${key} has been altered`);
  };
}

/** @returns an empty buffer if the content cannot be decompressed or is followed by other bytes */
function unpacked(encoding: string, content: Buffer): Buffer {
  const unpack = { '.br': brotliDecompressSync, '.gz': gunzipSync }[encoding];
  if (!unpack) return content;
  try {
    // Node's types lack the `info` option.
    const { buffer, engine } = unpack(content, { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === content.length ? buffer : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/** @returns undefined unless the content is a JSON object or array */
function parse(content: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(String(content));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
