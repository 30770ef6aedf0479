import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProxy } from './runProxy';

/** Caddy; undefined if there is none on this machine. */
export const CADDY = ['caddy'].find((path) => spawnSync(path, ['version']).status === 0);

interface CaddyProcess {
  /** An empty directory of its own. */
  home: string;
  /** Its Caddyfile. */
  caddyfile: string;
  /** A port of 127.0.0.1 that it listens on when it is ready. */
  port: number;
}

/** Runs a real Caddy as a process of its own. @returns how to stop it */
export async function runCaddy({ home, caddyfile, port }: CaddyProcess): Promise<() => Promise<void>> {
  if (!CADDY) throw new Error('There is no Caddy on this machine.');
  const file = join(home, 'Caddyfile');
  await writeFile(file, caddyfile);
  return runProxy({
    home,
    command: [CADDY, 'run', '--config', file, '--adapter', 'caddyfile'],
    env: { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    port,
  });
}
