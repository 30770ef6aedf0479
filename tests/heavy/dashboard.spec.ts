import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { startMailServer } from '@site/backend/testing/startMailServer';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { deploy } from '@site/platform/release/deploy';
import { watch } from '@site/platform/release/watch';
import { copySite } from '../browser/startSite';
import { expect, test } from '../browser/test';

/** The time limit for making the copies of a picture, which happens in the background. */
const COPIES = { timeout: 60_000 };

/** The watcher's interval, in milliseconds. It is so long that the watcher only checks for edits when it is notified. */
const NEVER = 3_600_000;

/** The dashboard warns about the requests that it aborts when somebody leaves one of its pages. */
const DASHBOARD_WARNING = /^console warning: [^]*The request was aborted \(most likely autocancelled/;

test.use({ expectedNoise: [DASHBOARD_WARNING] });

const picture = (name: string) => resolve(import.meta.dirname, '../../backend/seed/pictures', name);

/** Signs in with the account in `superuser.json`. */
async function signInTo(page: Page, { dashboardUrl, superuser }: TestBackend): Promise<void> {
  await page.goto(dashboardUrl);
  await page.getByRole('textbox', { name: 'Email' }).fill(superuser.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(superuser.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'projects' })).toBeVisible();
}

/** Saves the open record. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlock to save' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: /^Edit \w+ record$/ })).toBeHidden();
}

test('Deployment: edits in the dashboard reach the HTML within seconds, with their pictures', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const backend = await startTestBackend({ seeded: false });
  // A site that loses its last project would keep it.
  await backend.operator.collection('projects').create({ title: 'Harbour', category: 'Branding' });
  const site = await copySite(backend.url);
  const lines: string[] = [];
  const { store } = site;
  const log = (line: string) => void lines.push(line);
  // This deployment removes the projects of the copied site, because the new backend has another one.
  await deploy({
    store,
    change: { kind: 'refresh' },
    backendUrl: backend.url,
    acceptRemovals: true,
    log,
  });
  const stop = watch({ store, backendUrl: backend.url, interval: NEVER, log });
  try {
    await signInTo(page, backend);
    await page.getByRole('button', { name: 'projects' }).click();
    // A draft must not appear on the site.
    await page.getByRole('button', { name: 'New record', exact: true }).click();
    await page.getByRole('textbox', { name: 'title' }).fill('One title');
    await page.getByRole('checkbox', { name: 'draft' }).check();
    const add = async (file: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload or drop new file' }).last().click();
      await (await chooser).setFiles(file);
    };
    await add(picture('tideline-cover.jpg'));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Create projects record' })).toBeHidden();
    const projects = backend.operator.collection('projects');
    const { id } = await projects.getFirstListItem('draft = true');
    const html = async (path = `/projects/${id}`) => (await fetch(site.url + path)).text();
    expect(await html('/projects')).not.toContain('One title');
    const edit = async (change: () => Promise<void>) => {
      await page.getByRole('cell', { name: 'title' }).click();
      await change();
      await save(page);
    };

    await edit(() => page.getByRole('checkbox', { name: 'draft' }).uncheck());
    await expect.poll(() => html('/projects')).toContain('>One title</a>');
    await expect.poll(html).toContain('/tideline_cover_');

    await edit(() => page.getByRole('textbox', { name: 'title' }).fill('Another title'));
    await expect.poll(html).toContain('<title>Another title · ');
    expect(await html('/projects')).toContain('>Another title</a>');

    await edit(() => add(picture('tideline-screens.jpg')));
    await expect.poll(html).toMatch(/src="\/api\/files\/\w+\/\w+\/tideline_screens_\w+\.jpg/);
    // Until the copy is made, the copy's address redirects to the original file.
    const [copy] =
      /\/assets\/pictures\/[\w/]+\/tideline_screens_\w+\.jpg\/192\.avif/.exec(await html()) ?? [];
    const typeOf = async () => (await fetch(`${site.url}${copy}`)).headers.get('content-type');
    await expect.poll(typeOf, COPIES).toBe('image/avif');

    await edit(() => page.getByRole('button', { name: 'Remove file' }).last().click());
    await expect.poll(html).not.toContain('/tideline_screens_');
    expect(await html()).toContain('/tideline_cover_');

    await edit(() => page.getByRole('checkbox', { name: 'draft' }).check());
    await expect.poll(() => html('/projects')).not.toContain('Another title');
    expect((await fetch(`${site.url}/projects/${id}`)).status).toBe(404);
  } finally {
    // An open dashboard would report that PocketBase has stopped.
    await page.goto('about:blank');
    await stop();
    await site.stop();
    await backend.stop();
  }
});

test('§3 an editor changes a published project by a draft, publishes it at a time, and takes it back', async ({
  page,
}) => {
  const backend = await startTestBackend({ seeded: false });
  const { operator, visitor } = backend;
  const projects = operator.collection('projects');
  try {
    const bytes = await readFile(picture('tideline-cover.jpg'));
    const cover_Image = new File([bytes], 'cover.jpg', { type: 'image/jpeg' });
    const { id } = await projects.create({ title: 'One title', category: 'First', cover_Image });
    const shown = () => visitor.collection('projects').getOne(id);
    const before = await shown();
    await signInTo(page, backend);
    await page.getByRole('button', { name: 'projects' }).click();

    // A duplicate has the picture, too.
    await page.getByRole('cell', { name: 'One title' }).click();
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('textbox', { name: 'category' }).fill('Second');
    await page.getByRole('checkbox', { name: 'draft' }).check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Create projects record' })).toBeHidden();
    const draft = await projects.getFirstListItem('draft = true');
    expect(draft).toMatchObject({ replaces: id, cover_Image: before.cover_Image as string });
    expect(await visitor.collection('projects').getFullList()).toEqual([before]);

    // The draft is published at its time.
    await page.getByRole('row', { name: 'Second' }).getByRole('cell', { name: 'One title' }).first().click();
    await page.getByRole('textbox', { name: 'publish_at' }).fill('2020-01-01T10:00:00');
    await save(page);
    await operator.crons.run('publish');
    await expect.poll(shown).toMatchObject({ id, category: 'Second', created: before.created as string });
    expect(await projects.getOne(draft.id)).toMatchObject({ category: 'First', publish_at: '' });

    // What was public before is published again.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('row', { name: 'First' }).getByRole('cell', { name: 'One title' }).first().click();
    await expect(page.getByRole('textbox', { name: 'replaced_at' })).not.toHaveValue('');
    await page.getByRole('checkbox', { name: 'draft' }).uncheck();
    await save(page);
    expect(await shown()).toEqual({ ...before, updated: expect.any(String) as unknown });
    expect(await projects.getOne(draft.id)).toMatchObject({ category: 'Second', draft: true });
  } finally {
    // An open dashboard would report that PocketBase has stopped.
    await page.goto('about:blank');
    await backend.stop();
  }
});

test('§6 §8 an operator handles a message and a deletion request in the dashboard', async ({ page }) => {
  const mailServer = await startMailServer();
  /** Finds the link to the dashboard in the email with a certain subject. */
  const linkIn = async (subject: string): Promise<string> => {
    const find = () => mailServer.mails.find(({ headers }) => headers.subject === subject);
    await expect.poll(find).toBeDefined();
    return /http:\/\/127\S+/.exec(find()?.body ?? '')?.[0] ?? 'no link';
  };
  const backend = await startTestBackend({
    seeded: false,
    env: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.port),
      OPERATOR_EMAIL: 'operator@studio.example',
    },
  });
  const { operator, visitor } = backend;
  try {
    const text = 'A website, please.';
    const message = { full_name: 'Ada Sample', email_address: 'ada@example.com', project_details: text };
    await visitor.collection('form_submits').create(message);
    await signInTo(page, backend);
    await page.getByRole('button', { name: 'form_submits' }).click();
    const row = page.getByRole('row', { name: 'Ada Sample' });
    await expect(row.getByRole('cell', { name: 'False' })).toBeVisible();
    await row.getByRole('cell', { name: 'ada@example.com' }).click();
    await expect(page.getByRole('textbox', { name: 'project_details' })).toHaveValue(text);
    await page.getByRole('checkbox', { name: 'answered' }).check();
    await save(page);
    await expect(row.getByRole('cell', { name: 'True' })).toBeVisible();
    const [stored] = await operator.collection('form_submits').getFullList();
    expect(stored).toMatchObject({ ...message, answered: true });

    const emails = { contact_email: 'grace@example.com', micora_email: 'grace+micora@example.com' };
    for (const micora_email of ['joe@example.com', emails.micora_email])
      await visitor.collection('micora_delete_requests').create({ ...emails, micora_email, reason: '' });
    await operator.crons.run('mails');
    await page.goto(await linkIn(`New deletion request for ${emails.micora_email}`));
    await expect(page.getByRole('textbox', { name: 'micora_email' })).toHaveValue(emails.micora_email);
    await page.getByRole('checkbox', { name: 'done' }).check();
    await save(page);
    const requests = operator.collection('micora_delete_requests');
    expect(await requests.getFirstListItem('done = true')).toMatchObject(emails);

    // The reminder links to the remaining request. A link in an email opens a new tab.
    const { id } = await requests.getFirstListItem('done = false');
    await requests.update(id, { due_at: new Date().toISOString() });
    await operator.crons.run('reminders');
    const tab = await page.context().newPage();
    await tab.goto(await linkIn('Deletion requests that are overdue or due within 7 days: 1'));
    await expect(tab.getByRole('cell', { name: 'joe@example.com' })).toBeVisible();
    await expect(tab.getByRole('cell', { name: emails.micora_email })).toBeHidden();
  } finally {
    await backend.stop();
    await mailServer.stop();
  }
});
