import { afterEach, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { screen, within } from '@testing-library/react';
import { renderLayout } from './testing/renderLayout';

const facts = site.company as { registration: string };
afterEach(() => void (facts.registration = ''));

test('§2 the footer does not mention a registration that `site.ts` does not have', async () => {
  await renderLayout('/');
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('registered');
});

test('§2 the footer shows company, address, services, registration, year and links', async () => {
  facts.registration = 'Digital Studio Ltd is registered in Wales, number 12345678.';
  await renderLayout('/');
  const footer = screen.getByRole('contentinfo');
  const { company, micora } = site;
  const headings = within(footer).getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([company.name, 'Services', 'Company']);
  for (const text of [
    'Website Development',
    'Mobile App Development',
    'UI/UX Design',
    'Digital Consulting',
    'London',
    company.description,
    ...company.address,
    `© 2025 ${company.name}`,
    company.registration,
  ])
    expect(footer).toHaveTextContent(text);
  const links = within(footer).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['About Us', '/about'],
    ['Projects', '/projects'],
    ['Contact', '/contact'],
    [`${micora.name}, our app`, '/micora'],
    ['Privacy notice', '/privacy'],
    [company.email, `mailto:${company.email}`],
  ]);
});
