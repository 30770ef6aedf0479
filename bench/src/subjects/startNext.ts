import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pickPort } from '@site/backend/pickPort';
import { startProgram } from '../servers/startProgram';
import { untilAnswered } from '../servers/untilAnswered';

const peer = join(import.meta.dirname, '../../peers/next');
const zones = ['studio', 'micora'] as const;

/** How long installing and each build may take. Milliseconds. */
const COMMAND_LIMIT = 180_000;

interface RunningNext {
  /** Where the first zone answers, which passes on what belongs to the other one. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Installs the two Next.js zones if they are not, builds and starts them.
 *
 * @throws Error if any of that fails
 */
export async function startNext(): Promise<RunningNext> {
  if (!existsSync(join(peer, 'node_modules/next'))) {
    console.log('  Next.js: installing');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {});
  }
  const next = join(peer, 'node_modules/next/dist/bin/next');
  const ports = { studio: await pickPort(0), micora: await pickPort(0) };
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops) await end();
  };
  try {
    for (const zone of zones) {
      console.log(`  Next.js: building the zone ${zone}`);
      const env = { NEXT_PUBLIC_ZONE: zone, MICORA_ZONE: `http://127.0.0.1:${ports.micora}` };
      await run(process.execPath, [next, 'build', zone], env);
      stops.push(startZone(next, zone, ports[zone]));
    }
    await untilAnswered(`http://127.0.0.1:${ports.studio}/`);
    await untilAnswered(`http://127.0.0.1:${ports.studio}/micora`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${ports.studio}`, stop };
}

/** The environment without what npm tells the scripts that it runs, which speaks of this project. */
function environment(extra: Record<string, string>): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  return { ...Object.fromEntries(own), NEXT_TELEMETRY_DISABLED: '1', ...extra };
}

async function run(command: string, words: string[], env: Record<string, string>): Promise<void> {
  await promisify(execFile)(command, words, { cwd: peer, env: environment(env), timeout: COMMAND_LIMIT });
}

function startZone(next: string, zone: string, port: number): () => Promise<void> {
  const words = [next, 'start', zone, '-p', String(port), '-H', '127.0.0.1'];
  const env = environment({ NEXT_PUBLIC_ZONE: zone });
  return startProgram(process.execPath, words, { cwd: peer, env }).stop;
}
