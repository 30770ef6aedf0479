import type { Page } from '@playwright/test';
import { hydrated } from '../hydrated';
import { storedRecords } from '../storedRecords';
import { expect, test } from '../test';
import { SUBMISSIONS, SUCCESS, submissions, typeBeforeScripts } from '../typeBeforeScripts';

const FAILURE = '❌ There was an error submitting your message. Please try again.';

async function openForm(page: Page) {
  await page.goto('/contact');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  return {
    name: page.getByLabel('Full name'),
    email: page.getByLabel('Email address'),
    company: page.getByLabel('Company'),
    service: page.getByLabel('Service'),
    details: page.getByLabel('Project details'),
    send: page.getByRole('button', { name: 'Send Message' }),
  };
}

async function fill(page: Page, email: string) {
  const form = await openForm(page);
  await form.name.fill('Ada Example');
  await form.email.fill(email);
  await form.details.fill('A website for a lighthouse.');
  return form;
}

test.describe('§4 a valid message', () => {
  test('§7 arrives in form_submits with exactly the five fields, and the form is cleared', async ({
    page,
  }) => {
    const email = `valid-${Date.now()}@example.com`;
    const sent = submissions(page);
    const form = await fill(page, email);
    await form.company.fill('Lighthouse & Sons');
    await form.service.selectOption({ label: 'UI/UX Design' });
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(form.name).toHaveValue('');
    await expect(form.details).toHaveValue('');

    const message = {
      full_name: 'Ada Example',
      email_address: email,
      company: 'Lighthouse & Sons',
      service_interested_in: 'design',
      project_details: 'A website for a lighthouse.',
    };
    expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([message]);
    const records = await storedRecords('form_submits', 'email_address', email);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject(message);
  });

  test('§4 a double click sends it once', async ({ page }) => {
    const email = `double-${Date.now()}@example.com`;
    const form = await fill(page, email);
    await form.send.dblclick();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });

  test('§5 emoji, right-to-left text and HTML arrive as they were written', async ({ page }) => {
    const email = `scripts-${Date.now()}@example.com`;
    const form = await fill(page, email);
    await form.name.fill('עדה <b>Example</b> 🙂');
    await form.company.fill('<script>alert(1)</script>');
    await form.details.fill('مرحبا 👩🏽‍💻 <img src=x onerror=alert(1)>');
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect((await storedRecords('form_submits', 'email_address', email))[0]).toMatchObject({
      full_name: 'עדה <b>Example</b> 🙂',
      company: '<script>alert(1)</script>',
      project_details: 'مرحبا 👩🏽‍💻 <img src=x onerror=alert(1)>',
    });
  });

  test('§4 can be written and sent by keyboard alone', async ({ page }) => {
    const email = `keyboard-${Date.now()}@example.com`;
    const form = await openForm(page);
    await form.name.focus();
    await page.keyboard.type('Ada Example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Mobile');
    await expect(form.service).toHaveValue('mobile');
    await page.keyboard.press('Tab');
    await page.keyboard.type('An app for a lighthouse.');
    await page.keyboard.press('Tab');
    await expect(form.send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect((await storedRecords('form_submits', 'email_address', email))[0]).toMatchObject({
      service_interested_in: 'mobile',
    });
  });
});

test.describe('§5 an invalid message is not sent', () => {
  const cases = [
    ['a missing name', 'name', '', 'Full name is required'],
    ['a blank name', 'name', '   ', 'Full name is required'],
    ['a missing email', 'email', '', 'Email address is required'],
    ['a@b', 'email', 'a@b', 'Please enter a valid email address'],
    ['an email with a space', 'email', 'a b@example.com', 'Please enter a valid email address'],
    ['missing details', 'details', '', 'Project details are required'],
  ] as const;

  test('§5 it says what is wrong, at the field, until that is changed', async ({ page }) => {
    const sent = submissions(page);
    for (const [what, field, value, message] of cases) {
      await test.step(what, async () => {
        const form = await fill(page, 'ada@example.com');
        await form[field].fill(value);
        await form.send.click();
        await expect(page.getByText(message)).toBeVisible();
        await expect(form[field]).toBeFocused();
        await expect(form[field]).toHaveAttribute('aria-invalid', 'true');
        await expect(form[field]).toHaveAccessibleDescription(new RegExp(message));
        await form[field].press('End');
        await page.keyboard.type('x');
        await expect(page.getByText(message)).toBeHidden();
        expect(sent).toEqual([]);
      });
    }
  });

  test('§5 typing beyond the limits is refused, counted in code points', async ({ page }) => {
    const form = await openForm(page);
    await form.name.fill('🙂'.repeat(101));
    expect(Array.from(await form.name.inputValue())).toHaveLength(100);
    await form.company.fill('x'.repeat(101));
    expect(await form.company.inputValue()).toHaveLength(100);
    await form.details.fill('x'.repeat(5001));
    expect(await form.details.inputValue()).toHaveLength(5000);
    await expect(page.getByText('5000/5000')).toBeVisible();
  });

  test("§5 the counter turns 'near' above 80 % and 'at limit' above 90 %", async ({ page }) => {
    const form = await openForm(page);
    for (const [length, state] of [
      [4000, null],
      [4001, 'near'],
      [4500, 'near'],
      [4501, 'at-limit'],
    ] as const) {
      await form.details.fill('x'.repeat(length));
      const counter = page.getByText(`${length}/5000`).locator('..');
      if (state === null) await expect(counter).not.toHaveAttribute('data-state');
      else await expect(counter).toHaveAttribute('data-state', state);
    }
  });
});

test.describe('§8 a message that cannot be delivered loses nothing', () => {
  test.use({ expectedNoise: [/form_submits|axios|status of [45]\d\d|ERR_INTERNET_DISCONNECTED/] });

  test('§8 answered with 400, 413, 429 or 500', async ({ page }) => {
    let status = 0;
    await page.route(SUBMISSIONS, (route) =>
      route.fulfill({ status, json: { status, message: 'No.', data: {} } }),
    );
    for (status of [400, 413, 429, 500]) {
      await test.step(String(status), async () => {
        const form = await fill(page, 'ada@example.com');
        // Other words than those that are kept from the time before.
        const [name, details] = [`Ada Example, ${status}`, `A website for lighthouse ${status}.`];
        await form.name.fill(name);
        await form.details.fill(details);
        await form.send.click();
        await expect(page.getByText(FAILURE)).toBeVisible();
        if (status === 429) await expect(page.getByText(/try again in a moment/)).toBeVisible();
        await expect(form.name).toHaveValue(name);
        await expect(form.details).toHaveValue(details);
        await page.reload();
        await expect(form.details).toHaveValue(details);
      });
    }
  });

  test('§8 what the backend objects to lands on its field', async ({ page }) => {
    const data = {
      email_address: { code: 'validation_is_email', message: 'Must be a valid email address.' },
    };
    await page.route(SUBMISSIONS, (route) =>
      route.fulfill({ status: 400, json: { status: 400, message: 'Failed to create record.', data } }),
    );
    const form = await fill(page, 'ada@example.com');
    await form.send.click();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(form.email).toHaveAccessibleDescription(/Please enter a valid email address/);
    await expect(form.email).toBeFocused();
  });

  test('§8 a name that the backend takes for two lines is refused on its field', async ({ page }) => {
    const email = `lines-${Date.now()}@example.com`;
    const form = await fill(page, email);
    // A browser takes line feeds out of what is pasted, but not this one.
    await form.name.fill('Ada\u2028Example');
    await form.send.click();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(form.name).toHaveAccessibleDescription(/This could not be accepted. Please check it./);
    await expect(form.name).toBeFocused();
    await expect(form.details).toHaveValue('A website for a lighthouse.');
    await form.name.fill('Ada Example');
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });

  test('§8 never answered: the notice comes after a bounded wait', async ({ page }) => {
    await page.route(SUBMISSIONS, () => new Promise(() => undefined));
    const form = await fill(page, 'ada@example.com');
    await form.send.click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await expect(page.getByText(FAILURE)).toBeVisible({ timeout: 25_000 });
    await expect(form.details).toHaveValue('A website for a lighthouse.');
  });

  test('§8 offline: it says so, and the same message can be sent once the connection is back', async ({
    page,
    context,
  }) => {
    const email = `offline-${Date.now()}@example.com`;
    const form = await fill(page, email);
    await context.setOffline(true);
    await form.send.click();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(page.getByText(/offline/)).toBeVisible();
    await context.setOffline(false);
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });

  test('§8 nor the code that sends it: the same message can be sent once that can be loaded', async ({
    page,
  }) => {
    const email = `code-${Date.now()}@example.com`;
    await page.route('**/*axios*.js', (route) => route.abort());
    const form = await fill(page, email);
    await form.send.click();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(form.details).toHaveValue('A website for a lighthouse.');
    await page.unroute('**/*axios*.js');
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });
});

test.describe('§4 a visitor who goes elsewhere while a message is on its way', () => {
  /** Answers are held back until the returned function is called. */
  async function holdAnswers(page: Page): Promise<() => void> {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(SUBMISSIONS, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }
  const visit = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

  test('§4 finds it on its way when coming back, then the notice, and it is sent once', async ({ page }) => {
    const email = `away-${Date.now()}@example.com`;
    const sent = submissions(page);
    const release = await holdAnswers(page);
    const form = await fill(page, email);
    await form.send.click();
    await visit(page, 'About');
    await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
    await visit(page, 'Contact');
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await expect(form.details).toHaveValue('A website for a lighthouse.');
    await form.name.press('Enter');
    release();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(form.details).toHaveValue('');
    expect(sent).toHaveLength(1);
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });

  test('§4 finds the notice when coming back after it has arrived, and the page at its top', async ({
    page,
  }) => {
    const email = `back-${Date.now()}@example.com`;
    const release = await holdAnswers(page);
    const form = await fill(page, email);
    await form.send.click();
    await visit(page, 'About');
    await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
    const arrived = page.waitForResponse(SUBMISSIONS);
    release();
    await arrived;
    await page.goBack();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(form.details).toHaveValue('');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
    await visit(page, 'About');
    await visit(page, 'Contact');
    await expect(form.send).toBeEnabled();
    await expect(page.getByText(SUCCESS)).toHaveCount(0);
  });
});

test.describe('§5 what was refused can be undone by the browser', () => {
  for (const [what, label, limit] of [
    ['a field', 'Full name', 100],
    ['a text of several lines', 'Project details', 5000],
  ] as const) {
    test(`§5 in ${what}: a paste beyond the limit, and a key at the limit`, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openForm(page);
      const field = page.getByLabel(label);
      const paste = async (text: string) => {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
        await page.keyboard.press('ControlOrMeta+v');
      };
      await field.focus();
      await page.keyboard.type('Ada');
      await page.keyboard.press('Home');
      await paste('🙂'.repeat(limit));
      await expect(field).toHaveValue(`${'🙂'.repeat(limit - 3)}Ada`);
      await expect(page.getByText(`must be ${limit} characters or less`).first()).toBeVisible();
      await page.keyboard.type('x');
      await expect(field).toHaveValue(`${'🙂'.repeat(limit - 3)}Ada`);
      await page.keyboard.press('ControlOrMeta+z');
      await expect(field).toHaveValue('Ada');
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(field).toHaveValue(`${'🙂'.repeat(limit - 3)}Ada`);
      // One step for the paste, and at most one for each key.
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ControlOrMeta+z');
      await expect(field).toHaveValue('');
    });
  }
});

test('§4 a form whose scripts are not there yet can be filled in, cannot be sent, and goes on with what was typed', async ({
  page,
  baseURL,
}) => {
  await typeBeforeScripts(page, baseURL ?? '');
});

test.describe('§4 scripts that are slow, missing or hanging while someone types', () => {
  test.use({ expectedNoise: [/503|could not be loaded|Failed to load|preload/] });

  for (const [what, answer] of [
    ['missing', 503],
    ['hanging', undefined],
  ] as const) {
    test(`§4 ${what}: nothing is ever submitted natively or ends in a URL`, async ({ page }) => {
      await page.route('**/assets/studio-remote/**/*.js', async (route) => {
        if (answer) await route.fulfill({ status: answer, body: '' });
      });
      const sent = submissions(page);
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await page.goto('/contact', { waitUntil: 'commit' });
      await page.getByLabel('Full name').click();
      await page.keyboard.type('Secretword');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible({
        timeout: 20_000,
      });
      await page.getByLabel('Full name').press('Enter');
      await expect(page.getByLabel('Full name')).toHaveValue('Secretword');
      expect(sent).toEqual([]);
      expect(addresses.filter((address) => address.includes('Secretword'))).toEqual([]);
      expect(page.url()).toMatch(/\/contact$/);

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('button', { name: 'Try Again' }).click();
      await hydrated(page);
      await expect(page.getByLabel('Full name')).toHaveValue('Secretword');
    });
  }
});
