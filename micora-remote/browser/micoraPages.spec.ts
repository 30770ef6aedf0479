import { holdBack } from '@site/tests/browser/holdBack';
import { hydrated } from '@site/tests/browser/hydrated';
import { keepAppLinks } from '@site/tests/browser/keepAppLinks';
import { storedRecords } from '@site/tests/browser/storedRecords';
import { expect, test } from '@site/tests/browser/test';
import { submissions } from '@site/tests/browser/typeBeforeScripts';

test('§4 a verification link opens the app, can be copied, and does not leak its secret', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const appLinks = await keepAppLinks(page);
  const requests: string[] = [];
  page.on('request', (request) =>
    requests.push(`${request.url()} ${request.headers().referer} ${request.postData()}`),
  );
  const response = await page.goto('/micora/verification?userId=user%201&secret=s%26cret');
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('heading', { name: 'Redirecting to MiCora...' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page).toHaveURL(/\/micora\/verification$/);
  expect(await appLinks()).toEqual(['micora://verification?userId=user%201&secret=s%26cret']);

  await expect(page.getByRole('heading', { name: 'App Not Opening?' })).toBeVisible();
  await page.getByRole('button', { name: 'Try Opening App Again' }).click();
  expect(await appLinks()).toHaveLength(2);

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Copied\./)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${new URL(page.url()).origin}/micora/verification?userId=user%201&secret=s%26cret`);

  // Only the request for the page itself may contain the secret.
  expect(requests.slice(1).filter((line) => line.includes('cret'))).toEqual([]);
  const kept = await page.evaluate(() =>
    JSON.stringify([document.documentElement.outerHTML, document.cookie, localStorage, sessionStorage]),
  );
  expect(kept).not.toMatch(/s(?:&|&amp;|%26)cret/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Redirecting to MiCora...' })).toBeVisible();
  expect(await appLinks()).toEqual(['micora://verification?userId=user%201&secret=s%26cret']);
});

test('§4 going back to the verification page shows the manual steps, but does not open the app', async ({
  page,
}) => {
  const appLinks = await keepAppLinks(page);
  const manual = page.getByRole('heading', { name: 'App Not Opening?' });
  await page.goto('/micora/verification?userId=u1&amp;secret=s1');
  await expect(page).toHaveTitle('Redirecting to MiCora... · MiCora');
  expect(await appLinks()).toEqual(['micora://verification?userId=u1&secret=s1']);
  await expect(manual).toBeVisible();
  await expect(page).toHaveTitle('App Not Opening? · MiCora');
  await page.getByRole('link', { name: 'MiCora' }).first().click();
  await expect(page).toHaveURL('/micora');
  await page.goBack();
  await expect(manual).toBeVisible();
  expect(await appLinks()).toHaveLength(1);
  await page.goto('/micora/tos');
  await page.goBack();
  await expect(manual).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Try Opening App Again' })).toBeVisible();
  expect(await appLinks()).toEqual([]);
});

test.describe('§2 the screen strip', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

  test('§2 each screen has a text alternative; buttons and keys scroll the strip', async ({ page }) => {
    const release = await holdBack(page, '**/*.js');
    await page.goto('/micora', { waitUntil: 'commit' });
    const strip = page.getByRole('region', { name: 'Screens of the app' });
    const screens = strip.locator('[role="img"]');
    await expect(screens).toHaveCount(5);
    for (const screen of await screens.all()) await expect(screen).toHaveAccessibleName(/.{40}/);
    const next = page.getByRole('button', { name: 'Next screen' });
    const previous = page.getByRole('button', { name: 'Previous screen' });
    for (const button of [next, previous]) await expect(button).toBeDisabled();
    release();
    const currentScreen = () =>
      strip.evaluate(({ scrollLeft, scrollWidth }) => Math.round((5 * scrollLeft) / scrollWidth));
    for (const [button, screen] of [
      [next, 1],
      [next, 2],
      [previous, 1],
      [previous, 0],
      [previous, 4],
      [next, 0],
    ] as const) {
      await button.click();
      await expect.poll(currentScreen).toBe(screen);
    }
    // Some browsers make every scrollable element focusable, so `focus()` alone does not prove that the strip has a
    // tabindex.
    await expect(strip).toHaveAttribute('tabindex', '0');
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  });
});

test('§4 slow scripts do not lose the form’s entries; a reload keeps the text but not the tick', async ({
  page,
}) => {
  const email = `deletion-${Date.now()}@example.com`;
  const sent = submissions(page);
  const release = await holdBack(page, '**/*.js');
  await page.goto('/micora/delete', { waitUntil: 'commit' });
  const contact = page.getByLabel('Contact email');
  const confirmation = page.getByRole('checkbox', { includeHidden: true });
  const send = page.getByRole('button', { name: 'Request account deletion' });
  await contact.fill(email);
  await contact.press('Enter');
  await confirmation.check();
  await expect(send).toBeDisabled();
  release();
  await expect(send).toBeEnabled();
  await expect(contact).toHaveValue(email);
  await expect(confirmation).toBeChecked();
  await expect(page).toHaveURL(/\/micora\/delete$/);

  await page.reload();
  await expect(contact).toHaveValue(email);
  await expect(confirmation).not.toBeChecked();
  await hydrated(page);
  await expect(contact).toHaveValue(email);
  await expect(confirmation).not.toBeChecked();
  await expect(send).toBeDisabled();

  await page.getByLabel('MiCora account email').fill('couple@example.com');
  await confirmation.check();
  await send.click();
  const notice = page.getByText(
    "Request Submitted Successfully — We've received your deletion request. Your account and data will be permanently deleted within 30 days.",
  );
  await expect(notice).toBeVisible();
  expect(await notice.innerText()).toMatch(/Successfully —\nWe've/);
  const another = page.getByRole('button', { name: 'Send another request' });
  await expect(another).toBeInViewport({ ratio: 1 });
  const height = await another.evaluate((button) => button.closest('[role=status]')?.clientHeight);
  expect(height).toBeLessThan(400);
  await expect(contact).toHaveValue('');
  await expect(confirmation).not.toBeChecked();
  const request = { contact_email: email, micora_email: 'couple@example.com', reason: '' };
  expect(sent).toEqual([request]);
  expect(await storedRecords('micora_delete_requests', 'contact_email', email)).toMatchObject([request]);
});
