import * as v from 'valibot';
import { isPictureName } from '@site/shared/api/pictureCopy';
import {
  address,
  appName,
  areApart,
  fileName,
  integrity,
  parseJson,
  remoteName,
  sha256Hex,
  source,
  time,
  version,
} from '../store/parseArtifact';
import { assetUrl } from './assetUrl';
import { QUERY } from './pageAddress';
import type { Release } from './Release';

/** What the ids of releases look like; nothing else is ever looked up as one. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/** What the ids of previews look like: nobody can guess them. */
export const PREVIEW_ID = /^\d{8}T\d{9}Z-[\da-f]{32}$/;

/** Where the manifest of a release stands, or of a preview; its id says which it is. */
export function releaseKey(id: string): string {
  return `${PREVIEW_ID.test(id) ? 'previews' : 'releases'}/${id}.json`;
}

/** Where data is stored by its content. */
export function dataKey(hash: string): string {
  return `data/${hash}.json`;
}

/** A release or a build of which something is missing or altered. */
export class IntegrityError extends Error {}

/** Of the name of a page, what stands before the query that it may be found by. */
const beforeQuery = v.pipe(
  v.string(),
  v.transform((name) => name.replace(QUERY, '')),
);

const page = v.object({
  app: appName,
  path: v.union([v.literal('*'), v.pipe(beforeQuery, address)]),
  route: v.exactOptional(address),
  version,
  shell: version,
  data: v.exactOptional(sha256Hex),
  pictures: v.exactOptional(v.array(v.pipe(v.string(), v.check(isPictureName, 'is no name of a picture')))),
  content: sha256Hex,
  listed: v.exactOptional(v.literal(true)),
  modified: v.exactOptional(v.pipe(v.string(), v.regex(/^[^\p{C}<>&"]{1,60}$/u, 'is no time'))),
});

const release = v.object({
  id: v.string(),
  createdAt: time,
  base: v.exactOptional(v.pipe(v.string(), v.regex(RELEASE_ID, 'is no id of a release'))),
  name: v.exactOptional(v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, 'is no name of a preview'))),
  brings: v.exactOptional(v.array(appName)),
  apps: v.record(appName, version),
  block: v.object({
    id: v.string(),
    shell: version,
    remotes: v.array(
      v.object({
        name: remoteName,
        mount: address,
        version,
        entry: v.object({ url: address, integrity }),
      }),
    ),
    builds: v.exactOptional(v.record(appName, source)),
  }),
  pages: v.record(v.pipe(beforeQuery, fileName), page),
  files: v.record(fileName, sha256Hex),
}) satisfies v.GenericSchema<unknown, Release>;

/**
 * Reads the manifest of a release or a preview. It is judged as if a stranger had written it.
 *
 * @param id the id that its key names
 * @throws IntegrityError, without a full stop, if it says anything that no deployment writes, or contradicts
 *   itself
 */
export function parseRelease(id: string, content: Buffer): Release {
  const refuse = (problem: string, options?: ErrorOptions) =>
    new IntegrityError(`${releaseKey(id)} is no manifest: ${problem}`, options);
  let said: unknown;
  try {
    said = parseJson(content);
  } catch (cause) {
    throw refuse('it is no JSON, or not one of ours', { cause });
  }
  const { success, issues } = v.safeParse(release, said, { abortEarly: true });
  if (!success) throw refuse(describe(issues[0]));
  // As it was written: the schema's own output has another order.
  const parsed = said as Release;
  const problem = contradictionIn(id, parsed);
  if (problem) throw refuse(problem);
  return parsed;
}

/**
 * Says what is wrong. Of the manifest's own words it repeats names alone, and of these only what is safe to print.
 */
function describe({ path, kind, message }: v.BaseIssue<unknown>): string {
  const names = (path ?? []).map(({ key }) =>
    String(key)
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, 100),
  );
  return `${names.join(' > ') || 'it'} ${kind === 'schema' ? 'is missing, or of another kind' : message}`;
}

function contradictionIn(id: string, { id: said, apps, block, brings = [], pages, files }: Release) {
  if (!(RELEASE_ID.test(id) || PREVIEW_ID.test(id)) || said !== id || block.id !== id)
    return 'its id is another one';
  const entries = new Set(block.remotes.map(({ version: of, entry: { url } }) => `${of} ${url}`));
  const others = Object.entries(apps).filter(
    ([app, of]) => !entries.has(`${of} ${assetUrl({ app, version: of }, 'remoteEntry.js')}`),
  );
  const isShell = others.length === 1 && others[0]?.[1] === block.shell;
  if (!isShell || block.remotes.length !== Object.keys(apps).length - 1)
    return 'its apps are not the shell and the remotes that it names';
  const named = [
    ...brings,
    ...Object.keys(block.builds ?? {}),
    ...Object.values(pages).map(({ app }) => app),
  ];
  const unknown = named.find((app) => !Object.hasOwn(apps, app));
  if (unknown !== undefined) return `${unknown} is none of its apps`;
  const names = [...Object.keys(pages), ...Object.keys(files)];
  const isClear = new Set(names).size === names.length && areApart(names);
  return isClear ? undefined : 'two of its files are in the same place';
}
