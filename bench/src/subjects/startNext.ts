import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pickPort } from '@site/backend/pickPort';
import { startProgram } from '../servers/startProgram';
import { untilAnswered } from '../servers/untilAnswered';

const peer = join(import.meta.dirname, '../../peers/next');
const run = promisify(execFile);

/** How long installing and each build may take. Milliseconds. */
const COMMAND_LIMIT = 180_000;

/**
 * Installs the two Next.js zones if they are not, builds and starts them.
 *
 * @param onStop takes what stops each zone
 * @returns where the first zone answers, which passes on what belongs to the other one
 * @throws Error if any of that fails
 */
export async function startNext(onStop: (stop: () => Promise<void>) => void): Promise<string> {
  const ports = { studio: await pickPort(0), micora: await pickPort(0) };
  // Without what npm tells the scripts that it runs, which speaks of this project.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const common = { NEXT_TELEMETRY_DISABLED: '1', MICORA_ZONE: `http://127.0.0.1:${ports.micora}` };
  const options = { cwd: peer, env: { ...Object.fromEntries(own), ...common }, timeout: COMMAND_LIMIT };
  if (!existsSync(join(peer, 'node_modules/next'))) {
    console.log('  Next.js: installing');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], options);
  }
  const next = join(peer, 'node_modules/next/dist/bin/next');
  for (const [zone, port] of Object.entries(ports)) {
    console.log(`  Next.js: building the zone ${zone}`);
    const env = { ...options.env, NEXT_PUBLIC_ZONE: zone };
    await run(process.execPath, [next, 'build', zone], { ...options, env });
    const words = [next, 'start', zone, '-p', String(port), '-H', '127.0.0.1'];
    onStop(startProgram(process.execPath, words, { cwd: peer, env }).stop);
  }
  const url = `http://127.0.0.1:${ports.studio}`;
  await untilAnswered(`${url}/`);
  await untilAnswered(`${url}/micora`);
  return url;
}
