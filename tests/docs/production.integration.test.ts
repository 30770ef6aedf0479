import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { deploy, openStore } from '@site/tools';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';
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

/** Starts a command, and has something done once it has said this. */
async function running(
  command: string,
  says: RegExp,
  act: (said: string, port: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const PORT = String(await freePort());
  const { directory } = machine;
  const started = startCommand(`npm run ${command}`, { directory, env: { ...s3?.environment, PORT } });
  const [, said = ''] = await started.says(says);
  await act(said, PORT).finally(started.stop);
}

test('an empty machine without development packages runs the site from its store, a bucket if there is one', async () => {
  const { directory } = machine;
  const [install] = await readCommands(join(directory, 'docs/operate.md'), 'On an empty machine');
  expect(install).toBe('npm ci --omit=dev');
  await runCommand(`${install} --prefer-offline --no-audit --no-fund`, { directory });
  // TypeScript is there: npm leaves out no optional peer that the checkout has, and valibot names it as one.
  for (const name of ['webpack', 'jest', 'eslint'])
    expect([name, existsSync(join(directory, 'node_modules', name))]).toEqual([name, false]);

  Object.assign(process.env, s3?.environment);
  const store = s3 ? 's3://site/production' : join(await temporaryDirectory(), 'store');
  const artifacts = [tinyShell(), tinyStudio(), tinyMicora('MiCora of the store')];
  await deploy({ store: await openStore(store, '/'), artifacts, log: () => undefined });
  // Its backup is brought back by the dashboard: tests/heavy/dashboard.spec.ts.
  await running('backend -- --port 0', /The backend is at (\S+),/, async (backend) => {
    const words = `--backend ${backend} --to ${store}`;
    await running(`deploy -- serve ${words}`, /The site is at/, async (_, port) => {
      const ask = (path: string) => fetch(`http://localhost:${port}${path}`);
      expect(await (await ask('/micora')).text()).toContain('MiCora of the store');
      expect((await ask('/api/health')).status).toBe(200);
    });
    await running(`deploy -- watch ${words}`, /Watching for changes/);
  });
  await runCommand(`npm run deploy -- prune --keep-days 30 --to ${store}`, { directory });
});
