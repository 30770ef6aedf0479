import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { access, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSuperuser } from '@site/backend/openSuperuser';
import { pickPort } from '@site/backend/pickPort';
import { signIn } from '@site/backend/testing/signIn';
import { deploy } from '@site/tools/release/deploy';
import { directoryStore } from '@site/tools/store/directoryStore';
import { openStore } from '@site/tools/store/openStore';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';
import { copySources, type CheckoutCopy } from './testing/copyCheckout';
import { readCommands } from './testing/readBlocks';
import { runCommand, startCommand, type RunningCommand } from './testing/runCommand';

jest.setTimeout(300_000);

let machine: CheckoutCopy;
let backend: RunningCommand;
let backendUrl: string;
/** The backup that a test has made. */
let made: string;

beforeAll(async () => {
  machine = await copySources();
  // The first of the commands that docs/operate.md has for an empty machine.
  await run('npm ci --omit=dev --prefer-offline --no-audit --no-fund');
  const artifacts = [tinyShell(), tinyStudio(), tinyMicora()];
  const store = directoryStore(join(machine.directory, '.local/store'));
  await deploy({ store, artifacts, log: () => undefined });
  backend = start('npm run backend -- serve --port 0');
  backendUrl = (await backend.says(/The backend is at (\S+),/))[1] ?? '';
});
afterAll(async () => {
  await backend.stop();
  await machine.remove();
});

const run = (command: string, env: Record<string, string> = {}) =>
  runCommand(command, { directory: machine.directory, env });
const start = (command: string, env: Record<string, string> = {}) =>
  startCommand(command, { directory: machine.directory, env });
const file = (name: string) => join(machine.directory, name);

test('a machine of production has no development packages', async () => {
  // TypeScript is there: npm leaves out no optional peer that the checkout has, and valibot names it as one.
  for (const name of ['webpack', 'jest', 'eslint']) {
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

test('it keeps pages up to date, and prunes', async () => {
  const watch = start(`npm run deploy -- watch --backend ${backendUrl}`);
  await watch.says(/Watching for changes/);
  await watch.stop();
  await run('npm run deploy -- prune --keep-days 30');
});

test('it runs the operator’s commands', async () => {
  await run('npm run backend -- login');
  await send('before the backup');
  made = /\S+[.]zip/.exec(await run('npm run -s backend -- backup create'))?.[0] ?? '';
  expect(await run('npm run backend -- health')).toContain('healthy');
});

const testInBucket = NO_S3 ? test.skip : test;

testInBucket(`it is made again from a backup and the bucket alone${NO_S3 ? `: ${NO_S3}` : ''}`, async () => {
  const s3 = await startS3();
  const kept = await mkdtemp(join(tmpdir(), 'kept-'));
  try {
    Object.assign(process.env, s3.environment);
    const bucket = await openStore('s3://site/production', '/');
    const artifacts = [tinyShell(), tinyStudio(), tinyMicora('MiCora of the bucket')];
    await deploy({ store: bucket, artifacts, log: () => undefined });
    const backup = join(kept, 'backup.zip');
    await copyFile(made, backup);
    await send('after the backup');
    await backend.stop();
    // All that a checkout with its packages does not have.
    for (const name of await readdir(file('.local')))
      if (name !== 'cache') await rm(file(`.local/${name}`), { recursive: true });

    const commands = await readCommands(file('docs/operate.md'), 'On an empty machine');
    const [install, restore = ''] = commands;
    expect(install).toBe('npm ci --omit=dev');
    await run(restore.replace('<backup>', backup));
    backend = start('npm run backend -- serve --port 0');
    backendUrl = (await backend.says(/The backend is at (\S+),/))[1] ?? '';
    const port = String(await pickPort(0));
    const site = start(`npm run deploy -- serve --backend ${backendUrl} --to s3://site/production`, {
      ...s3.environment,
      PORT: port,
    });
    await site.says(/The site is at/);
    expect(await (await fetch(`http://localhost:${port}/micora`)).text()).toContain('MiCora of the bucket');
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
    await site.stop();
    const superuser = await openSuperuser(file('.local/pocketbase'));
    const operator = await signIn({ url: backendUrl, superuser });
    const messages = await operator.collection('form_submits').getFullList();
    expect(messages.map(({ project_details: text }) => text as string)).toEqual(['before the backup']);
  } finally {
    await s3.stop();
    await rm(kept, { recursive: true });
  }
});

async function send(project_details: string): Promise<void> {
  const { status } = await fetch(`${backendUrl}/api/collections/form_submits/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Ada', email_address: 'ada@example.com', project_details }),
  });
  expect(status).toBe(200);
}
