import { openHydrated } from '@site/tests/browser/hydrated';
import { navigateTo } from '@site/tests/browser/navigateTo';
import { storedRecords } from '@site/tests/browser/storedRecords';
import { expect, test } from '@site/tests/browser/test';

test('an application arrives', async ({ page }) => {
  const items = [{ id: 'cook', title: 'Cook', place: 'London', text: '<p>For our kitchen.</p>' }];
  await page.route('**/api/collections/careers/records?filter*', (route) =>
    route.fulfill({ json: { items } }),
  );
  await openHydrated(page, '/careers');
  await navigateTo(page, '/careers/cook');
  await expect(page.getByRole('paragraph').filter({ hasText: /^For our kitchen\.$/ })).toBeVisible();
  const email = `ada-${Date.now()}@example.com`;
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Your email address').fill(email);
  await page.getByLabel('About you').fill('I cook.');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('Thank you for your application.')).toBeVisible();
  expect(await storedRecords('applications', 'email', email)).toMatchObject([{ position: 'Cook' }]);
});
