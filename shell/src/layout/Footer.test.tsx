import { describe, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { screen, within } from '@testing-library/react';
import { renderLayout } from './testing/renderLayout';

function footer() {
  return within(screen.getByRole('contentinfo'));
}

describe('§2 footer', () => {
  test('names the company, its address and what it does', async () => {
    await renderLayout('/');
    expect(footer().getByRole('heading', { name: site.company.name, level: 2 })).toBeVisible();
    expect(footer().getByText(site.company.description)).toBeVisible();
    for (const line of site.company.address) expect(footer().getByText(line)).toBeVisible();
  });

  test('lists four services that lead nowhere', async () => {
    await renderLayout('/');
    expect(footer().getByRole('heading', { name: 'Services', level: 2 })).toBeVisible();
    for (const service of [
      'Website Development',
      'Mobile App Development',
      'UI/UX Design',
      'Digital Consulting',
    ]) {
      expect(footer().getByText(service)).toBeVisible();
      expect(footer().queryByRole('link', { name: service })).not.toBeInTheDocument();
      expect(footer().queryByRole('button', { name: service })).not.toBeInTheDocument();
    }
  });

  test('links the company pages, in this order', async () => {
    await renderLayout('/');
    const company = within(footer().getByRole('navigation', { name: 'Footer' }));
    expect(company.getByRole('heading', { name: 'Company', level: 2 })).toBeVisible();
    expect(company.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['About Us', '/about'],
        ['Projects', '/projects'],
        ['Contact', '/contact'],
      ],
    );
  });

  test('ends with the studio’s own app, its privacy notice, its address for email and its registration', async () => {
    await renderLayout('/');
    const { company, micora } = site;
    for (const [name, address] of [
      [`${micora.name}, our app`, '/micora'],
      ['Privacy notice', '/privacy'],
      [company.email, `mailto:${company.email}`],
    ] as const) {
      expect(footer().getByRole('link', { name })).toHaveAttribute('href', address);
    }
    const registration = footer().getByText(/is registered in/);
    const { number, place, office } = company.registration;
    for (const fact of [company.name, number, place, office]) expect(registration).toHaveTextContent(fact);
  });

  test('states a 2025 copyright for the company', async () => {
    await renderLayout('/');
    const copyright = footer().getByText(/©/);
    expect(copyright).toHaveTextContent('2025');
    expect(copyright).toHaveTextContent(site.company.name);
  });
});
