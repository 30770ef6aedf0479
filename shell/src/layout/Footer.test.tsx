import { afterEach, expect, test } from '@jest/globals';
import { micora, site } from '@site/shared/site';
import { screen, within } from '@testing-library/react';
import { renderLayout } from './testing/renderLayout';

const registration = site.company.registration as { number: string };
afterEach(() => void (registration.number = ''));

test('§2 the footer does not mention a registration without a number', async () => {
  await renderLayout('/');
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('registered');
});

test('§2 the footer shows company, address, services, registration, year and links', async () => {
  registration.number = '12345678';
  await renderLayout('/');
  const footer = screen.getByRole('contentinfo');
  const { company } = site;
  const { place, office } = company.registration;
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
    `${company.name} is registered in ${place}, number 12345678. Registered office: ${office}.`,
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

test('§2 the footer shows the number that the company is registered under, once there is one', async () => {
  jest.replaceProperty(site.company.registration, 'number', '01234567');
  await renderLayout('/');
  expect(screen.getByText(/is registered in England and Wales, number 01234567\./)).toBeVisible();
});
