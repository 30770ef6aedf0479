import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { assetUrl } from '@site/tools/release/assetUrl';
import { contentsOf } from '@site/tools/release/Release';
import type { Measurement } from '../Measurement';
import { siteServers } from '../servers/siteServers';
import { startPocketBaseFiles } from '../servers/startPocketBaseFiles';
import { startServer } from '../servers/startServer';
import type { DeployedSite } from '../subjects/deploySite';
import { CONNECTIONS, sendRequests } from './sendRequests';

const KINDS = ['page', 'asset', 'list'] as const;

interface LoadedServer {
  name: string;
  start: () => Promise<{ origin: string; stop: () => Promise<void> }>;
  /** What it is asked for. */
  asks: readonly (typeof KINDS)[number][];
}

/** How long each server is asked for each thing. Seconds. */
const DURATION = 4;

/** The project list as visitors ask for it (§7). */
export const PROJECT_LIST = '/api/collections/projects/records?page=1&perPage=500&sort=created&skipTotal=1';

/** Requests per second that each server answers, everything on this machine. */
export const measureLoad: Measurement = async (bench) => {
  const { site, backend, directory } = bench;
  const folder = await plainFolder(site, directory);
  const paths = { page: '/', asset: pageScript(site), list: PROJECT_LIST };
  const startFiles = () => startPocketBaseFiles(folder, directory);
  const running = { origin: backend.url, stop: () => Promise.resolve() };
  const servers: LoadedServer[] = [
    ...siteServers(bench).map((server) => ({ ...server, asks: KINDS })),
    { name: 'PocketBase, files', start: startFiles, asks: ['page', 'asset'] },
    { name: 'PocketBase, its API', start: () => Promise.resolve(running), asks: ['list'] },
    { name: 'sirv', start: () => startServer('serveBySirv', [folder]), asks: ['page', 'asset'] },
  ];
  const contents = new Map<string, string>();
  const rows: string[][] = [];
  for (const { name, start, asks } of servers) {
    const { origin, stop } = await start();
    const row = [name];
    try {
      for (const kind of KINDS) {
        if (asks.includes(kind)) await expectSame(origin, paths[kind], contents);
        row.push(asks.includes(kind) ? await rate(origin, paths[kind]) : '–');
      }
    } finally {
      await stop();
    }
    console.log(`  ${row.join('  ')}`);
    rows.push(row);
  }
  return {
    tables: [
      {
        title: 'Requests per second',
        note: `${CONNECTIONS} connections for ${DURATION} s each, plain HTTP, the sender on the same machine.`,
        columns: ['server', 'page', 'asset', 'project list'],
        rows,
      },
    ],
    targets: [],
  };
};

async function rate(origin: string, path: string): Promise<string> {
  const until = { duration: DURATION };
  const { requests } = await sendRequests({ origin, paths: [path], until, limit: 2000 * DURATION });
  return requests.average.toFixed(0);
}

/** Makes sure that all servers answer with the same. */
async function expectSame(origin: string, path: string, contents: Map<string, string>): Promise<void> {
  const response = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) });
  const content = await response.text();
  const expected = contents.get(path) ?? content;
  contents.set(path, expected);
  if (content !== expected) throw new Error(`${origin}${path} is not what the other servers answer with.`);
}

/** A script of one page. */
export function pageScript({ artifacts }: DeployedSite): string {
  for (const { artifact } of artifacts) {
    const script = Object.values(artifact.pages)[0]?.scripts.at(-1);
    if (script) return assetUrl(artifact, script);
  }
  throw new Error('No build has a page.');
}

/** The live release as servers without a configuration know a site: pages and assets in one folder. */
async function plainFolder({ store, release }: DeployedSite, directory: string): Promise<string> {
  const folder = join(directory, 'plain-files');
  for (const [file, content] of contentsOf(release))
    await cp(join(store, 'pages', content), join(folder, file));
  await symlink(join(store, 'assets'), join(folder, 'assets'));
  return folder;
}
