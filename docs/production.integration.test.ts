import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { deploy } from '@site/deploy/commands/deploy';
import { directoryStore } from '@site/deploy/store/directoryStore';
import { tinyMicora, tinyShell, tinyStudio } from '@site/deploy/testing/tinySite';
import { copySources, type CheckoutCopy } from './testing/copyCheckout';
import { runCommand, startCommand, type RunningCommand } from './testing/runCommand';

jest.setTimeout(300_000);

let machine: CheckoutCopy;
let backend: RunningCommand;
let backendUrl: string;

beforeAll(async () => {
  machine = await copySources();
  await run('npm ci --omit=dev --prefer-offline --no-audit --no-fund');
  const artifacts = await Promise.all([tinyShell(), tinyStudio(), tinyMicora()]);
  const store = directoryStore(join(machine.directory, '.local/store'));
  await deploy({ store, artifacts, log: () => undefined });
  backend = start('npm run backend -- serve --port 0');
  backendUrl = (await backend.says(/The backend is at (\S+),/))[1] ?? '';
});
afterAll(async () => {
  await backend.stop();
  await machine.remove();
});

const run = (command: string) => runCommand(command, { directory: machine.directory });
const start = (command: string, env: Record<string, string> = {}) =>
  startCommand(command, { directory: machine.directory, env });
const file = (name: string) => join(machine.directory, name);

test('a machine of production has no development packages', async () => {
  for (const name of ['typescript', 'webpack', 'jest']) {
    await expect(access(file(`node_modules/${name}`))).rejects.toThrow('ENOENT');
  }
});

test('it serves the store, in front of its backend', async () => {
  const port = String(await pickPort(0));
  const site = start(`npm run deploy -- serve --backend ${backendUrl}`, { PORT: port });
  await site.says(/The site is at/);
  expect(await (await fetch(`http://localhost:${port}/micora`)).text()).toContain('MiCora');
  expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
  expect(await site.stop()).toBe(0);
});

test('it keeps pages up to date, pulls, prunes, verifies and configures nginx', async () => {
  const watch = start(`npm run deploy -- watch --backend ${backendUrl}`);
  await watch.says(/Watching for changes/);
  await watch.stop();
  await run('npm run deploy -- verify');
  await run('npm run deploy -- prune --keep-days 30');
  await run('npm run deploy -- pull --from .local/store --to .local/host');
  expect(await readFile(file('.local/host/live/micora.html'), 'utf8')).toContain('MiCora');
  await run('npm run deploy -- nginx --out site.conf');
  expect(await readFile(file('site.conf'), 'utf8')).toContain('proxy_pass');
});

test('it runs the operator’s commands', async () => {
  await run('npm run backend -- login');
  await run('npm run backend -- backup create');
  expect(await run('npm run backend -- health')).toContain('healthy');
});
