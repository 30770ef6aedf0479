import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { deploy } from '@site/tools/release/deploy';
import { watch } from '@site/tools/release/watch';
import { copySite } from '../startSite';
import { expect, siteStore, test } from '../test';

/** How long a saved edit may take until its HTML is served, on a machine that tests at the same time. Milliseconds. */
const SECONDS = { timeout: 5000, intervals: [100] };

/** How long making the copies of a picture may take there: they come when they are ready. */
const COPIES = { timeout: 60_000 };

/** How often the watcher reads what nobody is told of, a draft. Milliseconds; a minute unless told. */
const INTERVAL = 10_000;

const picture = (name: string) => resolve(import.meta.dirname, '../../backend/seed/pictures', name);

test('Deployment: what is saved in the dashboard is in the HTML within seconds, with its pictures', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const backend = await startTestBackend({ seeded: false });
  const site = await copySite(siteStore(), backend.url);
  const lines: string[] = [];
  const { store } = site;
  const dataDir = backend.dataDir;
  const log = (line: string) => void lines.push(line);
  // The portfolio of the copied site is meant to go.
  await deploy({ store, backendUrl: backend.url, acceptRemovals: true, log });
  const stop = watch({ store, backendUrl: backend.url, dataDir, interval: INTERVAL, log });
  try {
    const file = new File([await readFile(picture('tideline-cover.jpg'))], 'first.jpg');
    const projects = (await signIn(backend)).collection('projects');
    const { id } = await projects.create({ title: 'One title', images: [file] });
    const html = async (path = `/projects/${id}`) => (await fetch(site.url + path)).text();

    await page.goto(`${backend.url}/_/`);
    await page.getByRole('textbox', { name: 'Email' }).fill(backend.superuser.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(backend.superuser.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'projects' }).click();
    const save = async (change: () => Promise<void>) => {
      await page.getByRole('cell', { name: 'title' }).click();
      await change();
      await page.getByRole('button', { name: 'Unlock to save' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('heading', { name: 'Edit projects record' })).toBeHidden();
    };
    await expect.poll(() => html('/projects')).toContain('>One title</a>');
    await expect.poll(html).toContain('/first_');

    await save(() => page.getByRole('textbox', { name: 'title' }).fill('Another title'));
    await expect.poll(html, SECONDS).toContain('<title>Another title · ');
    expect(await html('/projects')).toContain('>Another title</a>');

    await save(async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload or drop new file' }).last().click();
      await (await chooser).setFiles(picture('tideline-screens.jpg'));
    });
    await expect.poll(html, SECONDS).toMatch(/src="\/api\/files\/\w+\/\w+\/tideline_screens_\w+\.jpg/);
    await expect
      .poll(html, COPIES)
      .toMatch(/\/assets\/pictures\/[\w/]+\/tideline_screens_\w+\.jpg\/192\.avif/);

    await save(() => page.getByRole('button', { name: 'Remove file' }).last().click());
    await expect.poll(html, SECONDS).not.toContain('/tideline_screens_');
    expect(await html()).toContain('/first_');

    await save(() => page.getByRole('checkbox', { name: 'draft' }).check());
    await expect
      .poll(() => html('/projects'), { timeout: INTERVAL + SECONDS.timeout })
      .not.toContain('Another title');
    expect((await fetch(`${site.url}/projects/${id}`)).status).toBe(404);
  } finally {
    await stop();
    await site.stop();
    await backend.stop();
  }
});
