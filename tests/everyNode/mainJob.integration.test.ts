import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { IS_SOAK } from '@site/backend/testing/repetitions';
import { signIn } from '@site/backend/signIn';
import { until } from '@site/backend/testing/until';
import { copyCheckout, type CheckoutCopy } from '../documents/testing/copyCheckout';
import { runCommand, startCommand, type RunningCommand } from '../documents/testing/runCommand';
import { shrinkPictures } from '../documents/testing/shrinkPictures';
import { nodeEnvironment } from './nodeEnvironment';
import { OTHER_NODE_VERSIONS } from './NODE_VERSIONS';

jest.setTimeout(600_000);

// Only soak tests run `npm start` on the other Node versions. For ordinary runs, it is enough that the workflow runs the
// unit tests on every version.
(IS_SOAK ? describe.each : describe.skip.each)(OTHER_NODE_VERSIONS)('Node %s', (version) => {
  let env: { PATH: string };
  let checkout: CheckoutCopy;
  let site: RunningCommand | undefined;

  beforeEach(async () => {
    env = await nodeEnvironment(version);
    checkout = await copyCheckout();
    await shrinkPictures(checkout.directory);
  });
  afterEach(async () => {
    await site?.stop();
    await checkout.remove();
  });

  test('npm start serves every project, follows an edit, and stops', async () => {
    const { directory } = checkout;
    expect(await runCommand('node --version', { directory, env })).toBe(`v${version}\n`);
    // Delete one app's build, so that `npm start` runs webpack. Keep the other builds to save time.
    await rm(join(directory, 'studio-remote/dist'), { recursive: true, force: true });

    const port = await freePort();
    site = startCommand('npm start', { directory, env: { ...env, PORT: String(port) } });
    await site.waitForOutput(/The site is at/);
    const read = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        signal: AbortSignal.timeout(30_000),
      });
      return { status: response.status, html: await response.text() };
    };

    const data = join(directory, '.local/pocketbase');
    const parse = async (name: string) => JSON.parse(await readFile(join(data, name), 'utf8')) as never;
    const { url } = (await parse('address.json')) as { url: string };
    const backend = await signIn({ url, superuser: await parse('superuser.json') });
    const projects = await backend.collection('projects').getFullList<Record<string, string>>();
    expect(projects.length).toBeGreaterThan(1);
    for (const { id, description } of projects) {
      const { status, html } = await read(`/projects/${id}`);
      expect([id, status, html.includes(String(description))]).toEqual([id, 200, true]);
    }
    expect((await read('/health')).html).toContain('"pages":true');

    const [{ id = '' } = {}] = projects;
    await backend.collection('projects').update(id, { title: 'Edited on another Node' });
    await until('the edit is in the page', async () =>
      (await read(`/projects/${id}`)).html.includes('Edited on another Node'),
    );

    const stopped = site.stop();
    site = undefined;
    expect(await stopped).toBe(0);
  });
});
