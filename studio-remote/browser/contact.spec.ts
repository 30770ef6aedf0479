import type { Page } from '@playwright/test';
import { holdBack } from '@site/tests/browser/holdBack';
import { hydrated, openHydrated } from '@site/tests/browser/hydrated';
import { storedRecords } from '@site/tests/browser/storedRecords';
import { expect, test } from '@site/tests/browser/test';
import { SUBMISSIONS, SUCCESS, submissions, typeBeforeScripts } from '@site/tests/browser/typeBeforeScripts';
import { watchShifts } from '@site/tests/browser/watchShifts';

const FAILURE = '❌ There was an error submitting your message. Please try again.';

async function openForm(page: Page) {
  await openHydrated(page, '/contact');
  const send = page.getByRole('button', { name: 'Send message' });
  await expect(send).toBeEnabled();
  return {
    name: page.getByLabel('Full name'),
    email: page.getByLabel('Email address'),
    details: page.getByLabel('Project details'),
    send,
  };
}

async function fill(page: Page, email: string) {
  const form = await openForm(page);
  await form.name.fill('Ada Example');
  await form.email.fill(email);
  await form.details.fill('A website for a lighthouse.');
  return form;
}

test('§7 a message that is written and sent by keyboard alone is stored as it was typed', async ({
  page,
}) => {
  const message = {
    full_name: 'עדה <b>Example</b> 🙂',
    email_address: `keyboard-${Date.now()}@example.com`,
    company: '<script>alert(1)</script>',
    service_interested_in: 'mobile',
    project_details: 'مرحبا 👩🏽‍💻 <img src=x onerror=alert(1)>',
  };
  const sent = submissions(page);
  const form = await openForm(page);
  await form.name.focus();
  for (const text of [message.full_name, message.email_address, message.company]) {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('Mobile');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(message.project_details);
  await page.keyboard.press('Tab');
  await expect(form.send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(SUCCESS).locator('..')).toBeFocused();
  await expect(form.name).toHaveValue('');
  await expect(form.details).toHaveValue('');
  expect(sent).toEqual([message]);
  const stored = await storedRecords('form_submits', 'email_address', message.email_address);
  expect(stored).toMatchObject([message]);
});

test('§5 a link to the form can preselect the service, without a layout shift', async ({ page }) => {
  const shifts = await watchShifts(page);
  await page.goto('/contact?service=design&project_details=x');
  await expect(page.getByLabel('Service')).toHaveValue('design');
  await expect(page.getByLabel('Project details')).toHaveValue('');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/contact$/);
  expect(await shifts()).toEqual([]);
});

test.describe('§8 a message that cannot be delivered', () => {
  test.use({ expectedNoise: [/form_submits|axios|status of 400|ERR_INTERNET_DISCONNECTED/] });

  test('§8 stays in the form with an explanation, and can be sent once the cause is gone', async ({
    page,
    context,
  }) => {
    const email = `lines-${Date.now()}@example.com`;
    const form = await fill(page, email);
    // The backend rejects a name with a line separator (U+2028). This test does not use a line feed, because browsers remove
    // line feeds from single-line fields.
    await form.name.fill('Ada\u2028Example');
    await context.setOffline(true);
    await form.send.click();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(page.getByText(/offline/)).toBeVisible();
    await context.setOffline(false);
    await form.send.click();
    await expect(form.name).toHaveAccessibleDescription(/This could not be accepted. Please check it./);
    await expect(form.name).toBeFocused();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(page.getByText(/offline/)).toHaveCount(0);
    await expect(form.details).toHaveValue('A website for a lighthouse.');
    await form.name.fill('Ada Example');
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });
});

test('§4 a visitor who leaves during a submission and returns sees the notice once', async ({ page }) => {
  const email = `back-${Date.now()}@example.com`;
  const release = await holdBack(page, SUBMISSIONS);
  const form = await fill(page, email);
  await form.send.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
  const arrived = page.waitForResponse(SUBMISSIONS);
  release();
  await arrived;
  await page.goBack();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(form.details).toHaveValue('');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
  await page.goBack();
  await expect(form.send).toBeEnabled();
  await expect(page.getByText(SUCCESS)).toHaveCount(0);
});

test('§4 after a reload during a submission, the form says that the message may not have arrived', async ({
  page,
}) => {
  await page.route(SUBMISSIONS, () => undefined);
  const form = await fill(page, 'ada@example.com');
  await form.send.click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  const unknown = page.getByText(/couldn’t confirm that your message arrived/);
  for (let reload = 0; reload < 2; reload += 1) {
    await page.reload();
    await expect(unknown).toBeVisible();
    await expect(form.details).toHaveValue('A website for a lighthouse.');
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(SUBMISSIONS, (route) => route.fulfill({ json: {} }));
  await form.send.click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(form.details).toBeHidden();
  await page.getByRole('button', { name: 'Send another message' }).click();
  await expect(form.name).toBeFocused();
  await page.reload();
  await expect(form.send).toBeEnabled();
  await expect(unknown).toHaveCount(0);
});

test('§4 if the backend does not respond in time, the form says that the message may not have arrived', async ({
  page,
}) => {
  await page.route(SUBMISSIONS, () => undefined);
  const form = await fill(page, 'ada@example.com');
  await form.send.click();
  const unknown = page.getByText(/couldn’t confirm that your message arrived/);
  await expect(unknown).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(FAILURE)).toHaveCount(0);
  await expect(unknown.locator('..')).toBeFocused();
  await expect(form.details).toHaveValue('A website for a lighthouse.');
});

test('§4 a network’s sign-in page does not count as the response, and what was typed stays', async ({
  page,
}) => {
  await page.route(SUBMISSIONS, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Welcome to the Wi-Fi</h1>' }),
  );
  const form = await fill(page, 'ada@example.com');
  await form.send.click();
  await expect(page.getByText(/couldn’t confirm that your message arrived/)).toBeVisible();
  await expect(page.getByText(SUCCESS)).toHaveCount(0);
  await expect(form.details).toHaveValue('A website for a lighthouse.');
});

for (const [label, limit, message] of [
  ['Full name', 100, 'Name must be 100 characters or less'],
  ['Company', 100, 'Company name must be 100 characters or less'],
  ['Project details', 5000, 'Message must be 5000 characters or less'],
] as const) {
  test(`§5, §9 ${label} refuses what is typed or pasted beyond its limit, and says so`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openForm(page);
    const field = page.getByLabel(label);
    const full = `${'🙂'.repeat((limit - 4) / 2)}Ada!`;
    await field.focus();
    await page.keyboard.type('Ada!');
    await page.keyboard.press('Home');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), '🙂'.repeat(10_000));
    await page.keyboard.press('ControlOrMeta+v');
    await expect(field).toHaveValue(full);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.keyboard.type('x');
    await expect(field).toHaveValue(full);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('Ada!');
    await expect(page.getByText(message, { exact: true })).toHaveCount(0);
  });
}

test('§5 a message of exactly 5000 characters with line breaks is stored as it was typed', async ({
  page,
}) => {
  const email = `long-${Date.now()}@example.com`;
  const form = await fill(page, email);
  const text = 'Line 🙂\n'.repeat(625);
  await form.details.fill(text.slice(0, 4999));
  await form.details.press('End');
  await page.keyboard.insertText('!!');
  await expect(page.getByText('5000/5000')).toBeVisible();
  await form.send.click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  const stored = await storedRecords('form_submits', 'email_address', email);
  expect(stored).toMatchObject([{ project_details: `${text.slice(0, 4999)}!` }]);
});

test('§5 text that software makes too long gets the message of its rule, and is not sent', async ({
  page,
}) => {
  const sent = submissions(page);
  const form = await fill(page, 'ada@example.com');
  await page.evaluate(() => {
    const [name] = document.getElementsByName('full_name') as NodeListOf<HTMLInputElement>;
    if (name) name.value = 'x'.repeat(101);
  });
  await form.send.click();
  await expect(form.name).toHaveAccessibleDescription('Name must be 100 characters or less');
  await expect(form.name).toBeFocused();
  await expect(form.name).toHaveValue('x'.repeat(101));
  expect(sent).toEqual([]);
});

test('§4 text that software enters without an input event is counted and sent', async ({ page }) => {
  const sent = submissions(page);
  const form = await fill(page, 'ada@example.com');
  await page.evaluate(() => {
    const [text] = document.getElementsByName('project_details') as NodeListOf<HTMLTextAreaElement>;
    if (text) text.value = 'A corrected text.';
  });
  await form.name.press('End');
  await page.keyboard.type('!');
  await expect(form.details).toHaveValue('A corrected text.');
  await expect(page.getByText('17/5000')).toBeVisible();
  await page.route(SUBMISSIONS, (route) => route.fulfill({ json: {} }));
  await form.send.click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(sent).toMatchObject([{ full_name: 'Ada Example!', project_details: 'A corrected text.' }]);
});

for (const width of [390, 768, 1440]) {
  test(`§4 the success notice is in view and as tall as its text at a width of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.route(SUBMISSIONS, (route) => route.fulfill({ json: {} }));
    const form = await fill(page, 'ada@example.com');
    await form.send.click();
    const notice = page.getByRole('status').filter({ hasText: SUCCESS });
    await expect(notice).toBeInViewport({ ratio: 1 });
    const room = await notice.evaluate((one) => {
      const form = one.closest('form')?.getBoundingClientRect();
      const text = one.querySelector('p')?.getBoundingClientRect();
      const button = one.querySelector('button')?.getBoundingClientRect();
      return {
        aroundWords: (form?.height ?? 0) - ((button?.bottom ?? 0) - (text?.top ?? 0)),
        belowTop: one.getBoundingClientRect().top - (form?.top ?? 0),
      };
    });
    expect(room.aroundWords).toBeLessThan(80);
    expect(room.belowTop).toBe(0);
    await page.getByRole('button', { name: 'Send another message' }).click();
    await expect(form.name).toBeFocused();
  });
}

test('§4 before its scripts have loaded, a form accepts text but cannot be sent', async ({
  page,
  baseURL,
}) => {
  await typeBeforeScripts(page, baseURL ?? '');
});

test('§4 a form whose scripts fail is never submitted natively, and a reload keeps its text', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/503|could not be loaded|Failed to load|preload/);
  await page.route('**/assets/studio-remote/**/*.js', (route) => route.fulfill({ status: 503, body: '' }));
  const sent = submissions(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const name = page.getByLabel('Full name');
  await page.addInitScript(() => {
    sessionStorage['form:contact'] ??= '{"full_name":"Ada","company":"Example Ltd"}';
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await name.click();
  await page.keyboard.type('Secretword');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  await name.press('Enter');
  await page.evaluate(() => document.forms.namedItem('contact')?.requestSubmit());
  await expect(name).toHaveValue('Secretword');
  expect(sent).toEqual([]);
  expect(addresses.filter((address) => address.includes('Secretword'))).toEqual([]);
  expect(page.url()).toMatch(/\/contact$/);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await hydrated(page);
  await expect(name).toHaveValue('Secretword');
  await expect(page.getByLabel('Company')).toHaveValue('Example Ltd');
});
