import { expect, type Page } from '@playwright/test';
import { holdBack } from './holdBack';
import { hydrated } from './hydrated';

export const SUCCESS = "✅ Thank you for your message! We'll get back to you within 24 hours.";
export const SUBMISSIONS = '**/api/collections/form_submits/records';

/** Returns a list. From now on, whenever the page makes a POST request, the request's body is added to the list. */
export function submissions(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON());
  });
  return sent;
}

/**
 * Fills in the contact form before the site's scripts have loaded, and submits the form after hydration. Expects hydration
 * to keep all input.
 */
export async function typeBeforeScripts(page: Page, siteUrl: string): Promise<void> {
  const release = await holdBack(page, '**/*.js');
  const sent = submissions(page);
  await page.addInitScript(() => {
    sessionStorage['form:contact'] = '{"full_name":"Ada","company":"Example Ltd"}';
  });
  await page.goto(`${siteUrl}/contact`, { waitUntil: 'commit' });
  const send = page.getByRole('button', { name: 'Send message' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Full name').click();
  await page.keyboard.type(`Secretword${'x'.repeat(100)}`);
  await page.keyboard.press('Enter');
  await page.getByLabel('Service').selectOption('design');
  await page.getByLabel('Project details').fill('Line 1\nLine 2');
  await page.getByLabel('Email address').focus();
  await page.keyboard.type('ada@exam');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => Object.keys(document.getElementById('root') ?? {}))).toEqual([]);
  release();
  await page.keyboard.type('ple');
  await hydrated(page);
  await page.keyboard.type('.com');
  await expect(send).toBeEnabled();
  await expect(page.getByLabel('Email address')).toBeFocused();
  await expect(page.getByLabel('Email address')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Full name')).toHaveValue(`Secretword${'x'.repeat(90)}`);
  await expect(page.getByText('Name must be 100 characters or less')).toBeVisible();
  await expect(page.getByLabel('Service')).toHaveValue('design');
  await expect(page.getByLabel('Project details')).toHaveValue('Line 1\nLine 2');
  await expect(page.getByText('13/5000')).toBeVisible();
  expect(sent).toEqual([]);

  await page.route(SUBMISSIONS, (route) => route.fulfill({ json: {} }));
  await send.click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(sent).toEqual([
    {
      full_name: `Secretword${'x'.repeat(90)}`,
      email_address: 'ada@example.com',
      company: 'Example Ltd',
      service_interested_in: 'design',
      project_details: 'Line 1\nLine 2',
    },
  ]);
}
