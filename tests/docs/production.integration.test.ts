import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { access, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSuperuser } from '@site/backend/openSuperuser';
import { freePort } from '@site/backend/testing/freePort';
import { signIn } from '@site/backend/testing/signIn';
import { until } from '@site/backend/testing/until';
import { deploy, directoryStore, openStore } from '@site/tools';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';
import { copySources, type CheckoutCopy } from './testing/copyCheckout';
import { readCommands } from './testing/readBlocks';
import { runCommand, startCommand, type RunningCommand } from './testing/runCommand';

jest.setTimeout(300_000);

let machine: CheckoutCopy;
let backend: RunningCommand;
let backendUrl: string;

beforeAll(async () => {
  machine = await copySources();
  // The first of the commands that docs/operate.md has for an empty machine.
  await run('npm ci --omit=dev --prefer-offline --no-audit --no-fund');
  const artifacts = [tinyShell(), tinyStudio(), tinyMicora()];
  const store = directoryStore(join(machine.directory, '.local/store'));
  await deploy({ store, artifacts, log: () => undefined });
  backend = start('npm run backend -- --port 0');
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
  const port = String(await freePort());
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

const testInBucket = NO_S3 ? test.skip : test;

testInBucket(`it is made again from a backup and the bucket alone${NO_S3 ? `: ${NO_S3}` : ''}`, async () => {
  const s3 = await startS3();
  try {
    Object.assign(process.env, s3.environment);
    const bucket = await openStore('s3://site/production', '/');
    const artifacts = [tinyShell(), tinyStudio(), tinyMicora('MiCora of the bucket')];
    await deploy({ store: bucket, artifacts, log: () => undefined });
    await send('before the backup');
    await (await operator()).backups.create('backup.zip');
    const backup = await readFile(file('.local/pocketbase/backups/backup.zip'));
    await send('after the backup');
    await backend.stop();
    // All that a checkout with its packages does not have.
    for (const name of await readdir(file('.local')))
      if (name !== 'cache') await rm(file(`.local/${name}`), { recursive: true });

    const commands = await readCommands(file('docs/operate.md'), 'On an empty machine');
    expect(commands).toEqual(['npm ci --omit=dev']);
    backend = start('npm run backend -- --port 0');
    backendUrl = (await backend.says(/The backend is at (\S+),/))[1] ?? '';
    const port = String(await freePort());
    const site = start(`npm run deploy -- serve --backend ${backendUrl} --to s3://site/production`, {
      ...s3.environment,
      PORT: port,
    });
    await site.says(/The site is at/);
    expect(await (await fetch(`http://localhost:${port}/micora`)).text()).toContain('MiCora of the bucket');
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
    await site.stop();
    // As the dashboard does, see tests/heavy/dashboard.spec.ts.
    const { backups } = await operator();
    await backups.upload({ file: new File([new Uint8Array(backup)], 'backup.zip') });
    await backups.restore('backup.zip');
    await until('it is as it was', async () => {
      const texts = await messages().catch(() => []);
      return texts.join() === 'before the backup';
    });
  } finally {
    await s3.stop();
  }
});

async function operator() {
  return signIn({ url: backendUrl, superuser: await openSuperuser(file('.local/pocketbase')) });
}

async function messages(): Promise<string[]> {
  const all = await (await operator()).collection('form_submits').getFullList();
  return all.map(({ project_details }) => project_details as string);
}

async function send(project_details: string): Promise<void> {
  const { status } = await fetch(`${backendUrl}/api/collections/form_submits/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Ada', email_address: 'ada@example.com', project_details }),
  });
  expect(status).toBe(200);
}
