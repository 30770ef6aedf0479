import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { freePort } from '@site/backend/testing/freePort';
import { hasTurn } from '@site/backend/testing/repetitions';
import { startMailServer } from '@site/backend/testing/startMailServer';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { deploy } from '@site/platform/release/deploy';
import { watch } from '@site/platform/release/watch';
import { copySite } from '../browser/startSite';
import type { RecordModel } from 'pocketbase';
import { expect, test } from '../browser/test';
import { askAt } from './askAt';
import { showDrafts } from './showDrafts';

/** The time limit for checks that wait for background work, such as making copies of pictures, in milliseconds. */
const COPIES = { timeout: 60_000 };

/** The watcher's interval, in milliseconds. It is longer than any test, so that only the backend's bell starts a round. */
const NEVER = 3_600_000;

/** The dashboard logs this warning about requests that it aborts when a user leaves one of its pages. */
const DASHBOARD_WARNING = /^console warning: [^]*The request was aborted \(most likely autocancelled/;

/** The margin around the fields in a screenshot, in pixels. */
const MARGIN = { x: 30, y: 100 };

interface Project extends RecordModel {
  cover_Image: string;
  created: string;
}

test.use({ expectedNoise: [DASHBOARD_WARNING] });

const JOURNEYS = ['edits', 'drafts', 'forms'] as const;

/** Skips a journey through the dashboard if it is another journey's turn (see `hasTurn`). */
function skipUnlessChosen(journey: (typeof JOURNEYS)[number]): void {
  test.skip(!hasTurn(journey, JOURNEYS), 'Another day, or npm run test:soak.');
}

const picture = (name: string) => resolve(import.meta.dirname, '../../backend/seed/pictures', name);

async function signInTo(page: Page, { dashboardUrl, superuser }: TestBackend): Promise<void> {
  await page.goto(dashboardUrl);
  await page.getByRole('textbox', { name: 'Email' }).fill(superuser.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(superuser.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'projects' })).toBeVisible();
}

/**
 * If DASHBOARD_PICTURES names a folder, saves a screenshot of the given fields there. The screenshots are for
 * `docs/pictures`.
 */
async function takePicture(page: Page, name: string, ...shown: Locator[]): Promise<void> {
  const folder = process.env.DASHBOARD_PICTURES;
  if (!folder) return;
  for (const one of shown) await one.scrollIntoViewIfNeeded();
  const boxes = (await Promise.all(shown.map((one) => one.boundingBox()))).filter((box) => box !== null);
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN.y;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN.y;
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN.x;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN.x;
  const clip = { x: left, y: top, width: right - left, height: bottom - top };
  await page.screenshot({ path: join(folder, `${name}.png`), clip });
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlock to save' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: /^Edit \w+ record$/ })).toBeHidden();
}

test('Deployment: edits in the dashboard reach the HTML within seconds, with their pictures', async ({
  page,
}) => {
  skipUnlessChosen('edits');
  test.setTimeout(180_000);
  const backend = await startTestBackend({ seeded: false });
  // Create a second project. This test's last edit takes its own project off the site. If that were the only project, the
  // watcher would refuse to remove it.
  await backend.operator.collection('projects').create({ title: 'Harbour', category: 'Branding' });
  const site = await copySite(backend.url);
  const lines: string[] = [];
  const { store } = site;
  const log = (line: string) => void lines.push(line);
  // The new backend lacks the copied site's projects, so this deployment removes them.
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
    // Until the copy has been made, its URL redirects to the original file.
    const [copy] =
      /\/assets\/pictures\/[\w/]+\/tideline_screens_\w+\.jpg\/192\.avif/.exec(await html()) ?? [];
    const readType = async () => (await fetch(`${site.url}${copy}`)).headers.get('content-type');
    await expect.poll(readType, COPIES).toBe('image/avif');

    await edit(() => page.getByRole('button', { name: 'Remove file' }).last().click());
    await expect.poll(html).not.toContain('/tideline_screens_');
    expect(await html()).toContain('/tideline_cover_');

    await edit(() => page.getByRole('checkbox', { name: 'draft' }).check());
    await expect.poll(() => html('/projects')).not.toContain('Another title');
    expect((await fetch(`${site.url}/projects/${id}`)).status).toBe(404);
  } finally {
    // Leave the dashboard first, because it would report an error when PocketBase stops.
    await page.goto('about:blank');
    await stop();
    await site.stop();
    await backend.stop();
  }
});

test('§3 an editor previews a draft, schedules its publication, changes it by another draft, and reverts that', async ({
  page,
  context,
}) => {
  skipUnlessChosen('drafts');
  test.setTimeout(180_000);
  const port = await freePort();
  const env = { BACKEND_LIMITS: 'off', PREVIEW_HOST: `localhost:${port}` };
  const backend = await startTestBackend({ seeded: false, env });
  const projects = backend.operator.collection('projects');
  await projects.create({ title: 'Harbour', category: ['Branding'] });
  const { key } = await backend.operator.collection('draft_keys').create<RecordModel & { key: string }>({});
  const site = await copySite(backend.url);
  const options = { store: site.store, backendUrl: backend.url, log: () => undefined };
  await deploy({ ...options, change: { kind: 'refresh' }, acceptRemovals: true });
  const stops = [watch({ ...options, interval: NEVER }), await showDrafts(site, backend, key, port)];
  page.setDefaultTimeout(15_000);
  const field = (name: string) => page.getByRole('textbox', { name });
  const draftSwitch = page.getByRole('checkbox', { name: 'draft' });
  const open = async (title: string) => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('cell', { name: title, exact: true }).first().click();
    await expect(field('title')).toHaveValue(title);
  };
  const create = async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Create projects record' })).toBeHidden();
  };
  const textAt = async (url: string) => (await askAt(url)).text;
  try {
    await signInTo(page, backend);
    await page.getByRole('button', { name: 'projects' }).click();
    await page.getByRole('button', { name: 'New record', exact: true }).click();
    await field('title').fill('Lighthouse');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload or drop new file' }).first().click();
    await (await chooser).setFiles(picture('tideline-cover.jpg'));
    await draftSwitch.check();
    await create();

    await open('Lighthouse');
    const address = await field('preview').inputValue();
    await field('preview').focus();
    await takePicture(page, 'dashboard-draft-preview', field('preview'));
    const shown = await context.newPage();
    await expect.poll(() => textAt(`${address}/projects`), COPIES).toContain('Lighthouse');
    for (const width of [390, 1440]) {
      await shown.setViewportSize({ width, height: 900 });
      await shown.goto(address);
      await expect(shown.getByRole('heading', { name: 'Lighthouse' })).toBeVisible();
      await expect(shown.getByText(/^Draft, not public\./)).toBeVisible();
    }
    await field('title').fill('Lighthouse at night');
    await save(page);
    await expect.poll(() => textAt(`${address}/projects`), COPIES).toContain('Lighthouse at night');
    expect(await textAt(`${site.url}/projects`)).not.toContain('Lighthouse');

    await open('Lighthouse at night');
    await field('publish_at').fill('2031-01-06T09:00:00');
    await takePicture(page, 'dashboard-draft-time', field('publish_at'));
    await field('publish_at').fill('2020-01-06T09:00:00');
    await save(page);
    await backend.operator.crons.run('publish');
    const published = () => projects.getFirstListItem<Project>('draft = false && title ~ "Lighthouse"');
    // Poll, because PocketBase responds before it has run the job.
    await expect.poll(() => published().catch(() => undefined)).toBeDefined();
    const first = await published();
    const { id, cover_Image, created } = first;
    const live = () => textAt(`${site.url}/projects/${id}`);
    await expect.poll(live).toContain('Lighthouse at night');
    await expect.poll(() => textAt(address), COPIES).toContain('There is no preview');

    // Change the published project by publishing a changed duplicate, which has the same picture.
    await open('Lighthouse at night');
    await page.getByRole('button', { name: 'More options' }).click();
    const duplicate = page.getByRole('button', { name: 'Duplicate' });
    await takePicture(page, 'dashboard-draft-duplicate', field('title'), duplicate);
    await duplicate.click();
    await field('title').fill('Lighthouse at dawn');
    await draftSwitch.check();
    await create();
    await open('Lighthouse at dawn');
    const second = await field('preview').inputValue();
    expect(second).not.toBe(address);
    await expect.poll(() => textAt(`${second}/projects`), COPIES).toContain('Lighthouse at dawn');
    expect(await live()).not.toContain('Lighthouse at dawn');
    await draftSwitch.uncheck();
    await save(page);
    await expect.poll(live).toContain('Lighthouse at dawn');
    expect(await published()).toMatchObject({ id, title: 'Lighthouse at dawn', cover_Image, created });

    await open('Lighthouse at night');
    await expect(field('replaced_at')).not.toHaveValue('');
    await field('replaced_at').focus();
    await takePicture(page, 'dashboard-draft-back', field('replaced_at'));
    await draftSwitch.uncheck();
    await save(page);
    await expect.poll(live).toContain('Lighthouse at night');
    expect(await published()).toEqual({ ...first, updated: expect.any(String) as unknown });
  } finally {
    // Leave the dashboard first, because it would report an error when PocketBase stops.
    await page.goto('about:blank');
    for (const stop of stops) await stop();
    await site.stop();
    await backend.stop();
  }
});

test('§6 §8 an operator marks a message as answered and a deletion request as done in the dashboard', async ({
  page,
}) => {
  skipUnlessChosen('forms');
  const mailServer = await startMailServer();
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

    // The reminder links to the request that is not yet done. Open the link in a new tab, as email clients do.
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
