import { describe, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { PrivacyPolicyPage } from './PrivacyPolicyPage';
import { TermsPage } from './TermsPage';

function show(page: 'privacy' | 'terms') {
  return render(
    <MemoryRouter initialEntries={['/here']}>
      <Routes>
        <Route path="/here" element={page === 'privacy' ? <PrivacyPolicyPage /> : <TermsPage />} />
        <Route path="*" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
}

function Address() {
  return <p>Now at {useLocation().pathname}</p>;
}

/** The section below a heading, whatever its number. */
function section(title: string) {
  const heading = screen.getByRole('heading', { level: 2, name: new RegExp(`^\\d+\\. ${title}$`) });
  const found = heading.closest('section');
  if (!found) throw new Error(`${title} is no section.`);
  return found;
}

describe.each(['privacy', 'terms'] as const)('§2 legal text: %s', (page) => {
  test('is effective and last updated September 21, 2025, version 1.0', () => {
    show(page);
    const facts = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Effective', 'September 21, 2025'],
      ['Last updated', 'September 21, 2025'],
      ['Version', '1.0'],
    ]);
    for (const date of screen.getAllByText('September 21, 2025')) {
      expect(date).toHaveAttribute('datetime', '2025-09-21');
    }
  });

  test('has a table of contents that names every section and leads to it', () => {
    const { container } = show(page);
    const entries = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    const sections = [...container.querySelectorAll('section[id]')];
    expect(entries.length).toBeGreaterThan(9);
    expect(entries.map((entry) => entry.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`));
    expect(entries.map((entry) => entry.textContent)).toEqual(
      sections.map((part) => part.querySelector('h2')?.textContent),
    );
  });

  test('every link within the text has its target, and no id is there twice', () => {
    const { container } = show(page);
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of container.querySelectorAll('a[href^="#"]')) {
      expect(ids).toContain(link.getAttribute('href')?.slice(1));
    }
  });

  test('its headings come in order and leave out no level', () => {
    show(page);
    const levels = screen.getAllByRole('heading').map((heading) => Number(heading.tagName.slice(1)));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels[0]).toBe(1);
    levels.slice(1).forEach((level, index) => expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1));
  });

  test('names the company, its address and where to write', () => {
    show(page);
    const contact = section('Contact');
    for (const words of [site.company.name, ...site.company.address])
      expect(contact).toHaveTextContent(words);
    expect(within(contact).getByRole('link', { name: site.micora.supportEmail })).toHaveAttribute(
      'href',
      `mailto:${site.micora.supportEmail}`,
    );
  });
});

describe('§2 the privacy policy', () => {
  test.each([
    ['The data we collect', /email address.*photographs/],
    ['Sharing', /never sell/],
    ['Permissions on your device', /Camera.*Notifications/],
    ['Security', /encrypted/],
    ['Your rights', /right.*copy.*corrected.*deleted/],
    ['Children', /13 or older/],
    ['Third-party services', /Hosting/],
    ['Changes to this policy', /new version number/],
  ])('covers "%s"', (title, words) => {
    show('privacy');
    expect(section(title)).toHaveTextContent(words);
  });

  test('§9 says that deletion takes at most 30 days', () => {
    show('privacy');
    expect(section('How long we keep it')).toHaveTextContent(/permanently deleted within 30 days/);
  });
});

describe('§2 the terms', () => {
  test.each([
    ['Who may use MiCora', /must be 13 or older/],
    ['Subscriptions and prices', /30 days’ notice before the price of your subscription changes/],
    [
      'Changes to the service, and its end',
      /discontinue the service altogether, we give you 30 days’ notice/,
    ],
    ['Governing law and courts', /governed by UK law.*courts of England and Wales/],
    ['Ending your account', /permanently deleted within 30 days/],
  ])('state under "%s" what §2 and §9 promise', (title, words) => {
    show('terms');
    expect(section(title)).toHaveTextContent(words);
  });
});

test.each([
  ['privacy', 'Terms of Service', '/micora/tos'],
  ['terms', 'Privacy Policy', '/micora/privacy-policy'],
  ['privacy', 'Delete your account', '/micora/delete'],
  ['terms', 'MiCora', '/micora'],
] as const)('the %s page leads to "%s" without a page load', async (page, name, path) => {
  show(page);
  const [link] = screen.getAllByRole('link', { name });
  if (!link) throw new Error(`There is no link "${name}".`);
  await userEvent.click(link);
  expect(screen.getByText(`Now at ${path}`)).toBeVisible();
});
