import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent } from '@site/shared/node/endWithParent';
import { errorMessage } from '@site/shared/node/errorMessage';
import { site as company } from '@site/shared/site';
import { killGroup } from '@site/shared/node/killGroup';
import { pagePath, type Release } from '../release/Release';
import { createSite } from '../server/createSite';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import type { Store } from '../store/Store';

/** The default time limit for a check, in milliseconds. */
const LIMIT = 600_000;

/** The environment variables that a check inherits. They contain no credentials. */
const INHERITED = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'CI', 'NODE_OPTIONS', 'CHROMIUM_PATH'];

const LOOPBACK = { port: 0, host: '127.0.0.1' };

interface CheckOptions {
  store: Store;
  /** The release to check. Its files must be in the store, but it need not be live. */
  release: Release;
  /**
   * The command, which `/bin/sh` runs. The environment variable `BASE_URL` contains the URL at which the release is served.
   * `PAGE_PATHS` contains the paths of the release's pages, one per line. Patterns and the 404 page are left out.
   */
  command: string;
  backendUrl?: string | undefined;
  limit?: number;
  log: (line: string) => void;
}

/**
 * Serves a release on a loopback port, and runs a command against it. The server does not accept form submissions.
 *
 * @throws Error with advice if the command fails or takes too long
 */
export async function checkRelease(options: CheckOptions): Promise<void> {
  const { store, release, command, backendUrl, limit = LIMIT, log } = options;
  const source: SiteSource = {
    ...storeSource(store),
    live: () => Promise.resolve(release),
  };
  const site = await createSite(source, {
    backendUrl,
    takesForms: false,
    ...(release.preview && { preview: { liveOrigin: company.origin } }),
  });
  try {
    const origin = await site.listen(LOOPBACK);
    log(`Checking release ${release.id} at ${origin}: ${command}`);
    const paths = Object.entries(release.pages).map(([file, page]) => pagePath(file, page));
    const outcome = await run(command, limit, {
      BASE_URL: origin,
      PAGE_PATHS: paths.filter((path) => !/[:*]/.test(path)).join('\n'),
    });
    if (outcome === '0') return;
    const timedOut = `took longer than ${limit / 1000} seconds and was stopped`;
    const how = outcome === 'time' ? timedOut : `ended with ${outcome}`;
    throw new Error(
      `The check ${how}, so nothing has gone live: ${command}. Fix what it found, or deploy without --check.`,
    );
  } finally {
    await site.close();
  }
}

/**
 * Runs a command, and kills it if it exceeds the time limit. Also kills the processes that the command has left running.
 *
 * @returns the command's exit code, or the name of the signal that ended it; `time` if it took longer than the limit; an
 *   error message if the shell could not be started
 */
async function run(command: string, limit: number, variables: NodeJS.ProcessEnv): Promise<string> {
  const inherited = INHERITED.filter((name) => name in process.env).map((name) => [name, process.env[name]]);
  const child = spawn(...endWithParent('/bin/sh', ['-c', command]), {
    env: { ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv), ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Gives the command a process group of its own, so that all its processes can be stopped together.
    detached: true,
  });
  const timeout = AbortSignal.timeout(limit);
  timeout.onabort = () => killGroup(child);
  const ended = await once(child, 'exit').catch((error: unknown) => [errorMessage(error)]);
  timeout.onabort = null;
  killGroup(child);
  const [code, signal] = ended as (string | number | null)[];
  return timeout.aborted ? 'time' : String(code ?? signal);
}
