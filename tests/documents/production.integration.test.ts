import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSuperuser } from '@site/backend/openSuperuser';
import { freePort } from '@site/backend/testing/freePort';
import { signIn } from '@site/backend/signIn';
import { until } from '@site/backend/testing/until';
import { form } from '@site/backend/testing/useBackend';
import { deploy, openStore } from '@site/platform';
import { NO_S3, startS3 } from '@site/platform/testing/startS3';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '@site/platform/testing/tinySite';
import { copySources, type CheckoutCopy } from './testing/copyCheckout';
import { readCommands } from './testing/readBlocks';
import { runCommand, startCommand } from './testing/runCommand';

jest.setTimeout(300_000);

let machine: CheckoutCopy;
let s3: Awaited<ReturnType<typeof startS3>> | undefined;

beforeAll(async () => {
  machine = await copySources();
  if (!NO_S3) s3 = await startS3();
});
afterAll(async () => {
  await s3?.stop();
  await machine.remove();
});

/** @param act receives the text captured by the first group in `output`, and the script's port */
async function running(
  command: string,
  output: RegExp,
  act: (found: string, port: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const PORT = String(await freePort());
  const { directory } = machine;
  const started = startCommand(`npm run ${command}`, { directory, env: { ...s3?.environment, PORT } });
  const [, found = ''] = await started.waitForOutput(output);
  await act(found, PORT).finally(started.stop);
}

const withBackend = (act: (url: string) => Promise<unknown>) =>
  running('backend -- --port 0', /The backend is at (\S+),/, act);

const file = (name: string) => join(machine.directory, name);
const operator = async (url: string) =>
  signIn({ url, superuser: await openSuperuser(file('.local/pocketbase')) });

test('a machine without development packages can be rebuilt from a backup and the store', async () => {
  const { directory } = machine;
  const [install] = await readCommands(file('docs/operate.md'), 'On an empty machine');
  expect(install).toBe('npm ci --omit=dev --omit=peer --ignore-scripts');
  await runCommand(`${install} --prefer-offline --no-audit --no-fund`, { directory });
  for (const name of ['webpack', 'typescript', 'jest', 'eslint'])
    expect([name, existsSync(file(`node_modules/${name}`))]).toEqual([name, false]);

  Object.assign(process.env, s3?.environment);
  const store = s3 ? 's3://site/production' : join(await temporaryDirectory(), 'store');
  const builds = [tinyShell(), tinyStudio(), tinyMicora('MiCora of the store')];
  const change = { kind: 'deploy' as const, builds };
  await deploy({ store: await openStore(store, '/'), change, log: () => undefined });
  let backup = Buffer.alloc(0);
  await withBackend(async (url) => {
    const client = await operator(url);
    await client.collection('form_submits').create(form);
    await client.backups.create('backup.zip');
    backup = await readFile(file('.local/pocketbase/backups/backup.zip'));
  });
  // Delete everything in `.local` except the download cache, so that the checkout has no data, as on a new machine.
  for (const name of await readdir(file('.local')))
    if (name !== 'cache') await rm(file(`.local/${name}`), { recursive: true });
  await withBackend(async (url) => {
    const options = `--backend ${url} --to ${store}`;
    await running(`deploy -- serve ${options}`, /The site is at/, async (_, port) => {
      const ask = (path: string) => fetch(`http://localhost:${port}${path}`);
      expect(await (await ask('/micora')).text()).toContain('MiCora of the store');
      expect((await ask('/health/live')).status).toBe(200);
    });
    await running(`deploy -- watch ${options}`, /Watching for changes/);
    // The dashboard makes the same calls when an operator restores a backup.
    const { backups } = await operator(url);
    await backups.upload({ file: new File([new Uint8Array(backup)], 'backup.zip') });
    await backups.restore('backup.zip');
    const stored = async () =>
      (await operator(url)).collection('form_submits').getFirstListItem(`full_name = "${form.full_name}"`);
    await until('the message has been restored', () => stored().catch(() => undefined));
  });
  await runCommand(`npm run deploy -- prune --keep-days 30 --to ${store}`, { directory });
});
