import type { Page } from '@playwright/test';
import { hydrated } from '../hydrated';
import { keepAppLinks } from '../keepAppLinks';
import { storedRecords } from '../storedRecords';
import { expect, test } from '../test';

test.describe('§4 verification', () => {
  test('§4 opens the app with both values, counts down, and turns manual after 3 seconds', async ({
    page,
  }) => {
    const appLinks = await keepAppLinks(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto('/micora/verification?userId=user%201&secret=s%26cret');
    await expect(page.getByRole('heading', { name: 'Redirecting to MiCora...' })).toBeVisible();
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page).toHaveURL(/\/micora\/verification$/);
    expect(await appLinks()).toEqual(['micora://verification?userId=user%201&secret=s%26cret']);

    await expect(page.getByRole('heading', { name: 'App Not Opening?' })).toBeVisible();
    await page.getByRole('button', { name: 'Try Opening App Again' }).click();
    expect(await appLinks()).toHaveLength(2);

    // Of all requests only the page's own knows the secret.
    expect(requests.slice(1).filter((line) => line.includes('cret'))).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Redirecting to MiCora...' })).toBeVisible();
    expect(await appLinks()).toEqual(['micora://verification?userId=user%201&secret=s%26cret']);
  });

  test('§4 its countdown can be stopped', async ({ page }) => {
    await keepAppLinks(page);
    await page.goto('/micora/verification?userId=u&secret=s');
    await page.getByRole('button', { name: 'Stop countdown' }).click();
    await page.waitForTimeout(3_500);
    await expect(page.getByRole('heading', { name: 'App Not Opening?' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try Opening App Again' })).toBeVisible();
  });

  test('§4 is invalid without both values, or with one that none would have', async ({ page }) => {
    const appLinks = await keepAppLinks(page);
    for (const query of [
      '',
      '?userId=u',
      '?secret=s',
      '?userId=&secret=s',
      `?userId=u&secret=${'x'.repeat(5_000)}`,
      '?userId=u&secret=a%0Ab',
    ]) {
      await test.step(query.slice(0, 30) || 'no values', async () => {
        await page.goto(`/micora/verification${query}`);
        await expect(page.getByRole('heading', { name: 'Verification Link Invalid' })).toBeVisible();
        await expect(
          page.getByText('This verification link appears to be invalid or has already been used.'),
        ).toBeVisible();
        await expect(page.getByRole('link', { name: /Contact Support/i })).toBeVisible();
        expect(await appLinks()).toEqual([]);
      });
    }
  });

  test('§4 a hostile value stays a value', async ({ page }) => {
    const appLinks = await keepAppLinks(page);
    await page.goto('/micora/verification?userId=javascript:alert(1)&secret=%22%3E%3Cscript%3E');
    await expect(page.getByRole('heading', { name: 'Redirecting to MiCora...' })).toBeVisible();
    expect(await appLinks()).toEqual([
      'micora://verification?userId=javascript%3Aalert(1)&secret=%22%3E%3Cscript%3E',
    ]);
  });

  test('§4 its address is kept from referrers and search engines', async ({ request }) => {
    const response = await request.get('/micora/verification?userId=u&secret=s');
    expect(response.headers()['referrer-policy']).toBe('no-referrer');
    expect(await response.text()).toContain('<meta name="robots" content="noindex">');
  });
});

test.describe('§4 account deletion', () => {
  const CONFIRMATION = /I understand/;
  const SUCCESS =
    "Request Submitted Successfully — We've received your deletion request. Your account and data will be permanently deleted within 30 days.";
  const FAILURE =
    'Submission Failed — There was an error processing your request. Please try again or contact support.';

  async function openForm(page: Page) {
    await page.goto('/micora/delete');
    await hydrated(page);
    return {
      contact: page.getByLabel('Contact email'),
      account: page.getByLabel('MiCora account email'),
      confirm: page.getByRole('checkbox', { name: CONFIRMATION }),
      send: page.getByRole('button', { name: 'Request Account Deletion' }),
    };
  }

  test('§7 arrives in micora_delete_requests with exactly three fields, and the form is cleared', async ({
    page,
  }) => {
    const email = `deletion-${Date.now()}@example.com`;
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') bodies.push(request.postDataJSON());
    });
    const form = await openForm(page);
    await expect(form.send).toBeDisabled();
    await form.contact.fill(email);
    await form.account.fill('couple@example.com');
    await form.confirm.check();
    await form.send.click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(form.contact).toHaveValue('');
    await expect(form.confirm).not.toBeChecked();
    const request = { contact_email: email, micora_email: 'couple@example.com', reason: '' };
    expect(bodies).toEqual([request]);
    expect(await storedRecords('micora_delete_requests', 'contact_email', email)).toMatchObject([request]);
  });

  test('§5 missing and wrong addresses are named, and nothing is sent', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    const form = await openForm(page);
    await form.confirm.check();
    await form.send.click();
    await expect(page.getByText('Contact email is required')).toBeVisible();
    await expect(page.getByText('MiCora account email is required')).toBeVisible();
    await expect(form.contact).toBeFocused();
    await form.contact.fill('a@b');
    await form.account.fill('couple@example.com');
    await form.send.click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('§4 a reload keeps the entries and not the confirmation, which is given each time', async ({
    page,
  }) => {
    const form = await openForm(page);
    await form.contact.fill('ada@example.com');
    await form.confirm.check();
    await page.reload();
    await expect(form.contact).toHaveValue('ada@example.com');
    await expect(form.confirm).not.toBeChecked();
    await hydrated(page);
    await expect(form.contact).toHaveValue('ada@example.com');
    await expect(form.confirm).not.toBeChecked();
    await expect(form.send).toBeDisabled();
  });

  test('§4 whoever goes elsewhere while it is on its way finds the notice when coming back; it is sent once', async ({
    page,
  }) => {
    const email = `away-${Date.now()}@example.com`;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/collections/micora_delete_requests/records', async (route) => {
      await held;
      await route.continue();
    });
    const form = await openForm(page);
    await form.contact.fill(email);
    await form.account.fill('couple@example.com');
    await form.confirm.check();
    await form.send.click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    release();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(form.confirm).not.toBeChecked();
    expect(await storedRecords('micora_delete_requests', 'contact_email', email)).toHaveLength(1);
  });

  test('§4 it can be filled in before its scripts are there, confirmation and all', async ({ page }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/micora/delete', { waitUntil: 'commit' });
    const send = page.getByRole('button', { name: 'Request Account Deletion' });
    await page.getByLabel('Contact email').fill('ada@example.com');
    await page.getByLabel('Contact email').press('Enter');
    await page.getByRole('checkbox').check();
    await expect(send).toBeDisabled();
    release();
    await expect(send).toBeEnabled();
    await expect(page.getByLabel('Contact email')).toHaveValue('ada@example.com');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await expect(page).toHaveURL(/\/micora\/delete$/);
  });

  test.describe('', () => {
    test.use({ expectedNoise: [/micora_delete_requests|status of 500/] });
    test('§8 a failure keeps the entries', async ({ page }) => {
      await page.route('**/api/collections/micora_delete_requests/records', (route) =>
        route.fulfill({ status: 500, json: { status: 500, message: 'No.', data: {} } }),
      );
      const form = await openForm(page);
      await form.contact.fill('ada@example.com');
      await form.account.fill('couple@example.com');
      await form.confirm.check();
      await form.send.click();
      await expect(page.getByText(FAILURE)).toBeVisible();
      await expect(form.contact).toHaveValue('ada@example.com');
    });
  });
});

test.describe('§2 legal pages', () => {
  for (const [path, title] of [
    ['/micora/privacy-policy', 'Privacy Policy'],
    ['/micora/tos', 'Terms of Service'],
  ] as const) {
    test(`§2 ${path} shows its dates and version, inside the site's header and footer, and its contents lead to its sections`, async ({
      page,
    }) => {
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('September 21, 2025').first()).toBeVisible();
      await expect(page.getByText('1.0').first()).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();

      const entries = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
      const count = await entries.count();
      expect(count).toBeGreaterThan(8);
      for (let index = 0; index < count; index += 1) {
        const hash = (await entries.nth(index).getAttribute('href')) ?? '';
        await expect(page.locator(hash)).toHaveCount(1);
      }
      await entries.nth(4).click();
      const hash = (await entries.nth(4).getAttribute('href')) ?? '';
      await expect(page.locator(hash)).toBeInViewport();
      await page.goBack();
      await expect(page).toHaveURL((url) => url.hash === '');
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await page.goForward();
      await expect(page.locator(hash)).toBeInViewport();
    });
  }

  test('§2 moves from the landing page and back into the studio need no full load', async ({ page }) => {
    await page.goto('/micora');
    await hydrated(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});
