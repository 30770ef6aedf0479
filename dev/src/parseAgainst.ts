import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readApps } from '../../tools/build/readApps';

/** The one remote that is built here, and where everything else comes from. */
export interface Against {
  remote: string;
  from: { site: string } | { store: string };
}

/** The workspaces that can be built here alone. */
export const REMOTES = readApps(resolve(import.meta.dirname, '../..')).filter((app) => app !== 'shell');

/**
 * What `npm run dev -- <remote> --against <site>` asks for; nothing without both.
 *
 * @throws Error that says what is missing or wrong
 */
export function parseAgainst(remote: string | undefined, against: string | undefined): Against | undefined {
  if (remote === undefined && against === undefined) return undefined;
  if (remote === undefined || !REMOTES.includes(remote)) {
    const what = remote === undefined ? '--against needs the name of a remote' : `${remote} is not a remote`;
    throw new Error(`${what}: name the one to build here, ${REMOTES.join(' or ')}.`);
  }
  if (against === undefined) {
    throw new Error(`Say where everything else comes from: npm run dev -- ${remote} --against <site>`);
  }
  if (/^https?:\/\//.test(against)) return { remote, from: { site: new URL(against).origin } };
  const store = resolve(process.env.INIT_CWD ?? '.', against);
  if (existsSync(join(store, 'history'))) return { remote, from: { store } };
  throw new Error(
    `--against ${against} is neither an address with http:// or https:// nor a store in which a release is live.`,
  );
}
