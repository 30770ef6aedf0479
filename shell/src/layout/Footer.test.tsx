import { expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { screen, within } from '@testing-library/react';
import { renderLayout } from './testing/renderLayout';

test('§2 the footer names company, address, services, registration and year; its links are these', async () => {
  await renderLayout('/');
  const footer = within(screen.getByRole('contentinfo'));
  const { company, micora } = site;
  const names = [company.name, 'Services', 'Company'];
  expect(footer.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(names);
  for (const line of [company.description, ...company.address]) expect(footer.getByText(line)).toBeVisible();
  for (const service of [
    'Website Development',
    'Mobile App Development',
    'UI/UX Design',
    'Digital Consulting',
  ])
    expect(footer.getByText(service)).toBeVisible();
  expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['About Us', '/about'],
    ['Projects', '/projects'],
    ['Contact', '/contact'],
    [`${micora.name}, our app`, '/micora'],
    ['Privacy notice', '/privacy'],
    [company.email, `mailto:${company.email}`],
  ]);
  expect(screen.getByRole('contentinfo')).toHaveTextContent('London');
  const { number, place, office } = company.registration;
  for (const fact of [company.name, number, place, office])
    expect(footer.getByText(/is registered in/)).toHaveTextContent(fact);
  expect(footer.getByText(/©/)).toHaveTextContent(`2025 ${company.name}`);
});
