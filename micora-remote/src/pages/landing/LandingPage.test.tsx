import { expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { LandingPage } from './LandingPage';

function showLanding() {
  render(
    <MemoryRouter initialEntries={['/micora']}>
      <Routes>
        <Route path="/micora" element={<LandingPage />} />
        <Route path="*" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
}

function Address() {
  return <p>Now at {useLocation().pathname}</p>;
}

function section(name: string) {
  return within(screen.getByRole('region', { name }));
}

test('§2 the page has a hero, features, screens, guide, facts, testimonials and questions, in this order', () => {
  showLanding();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Made for two, and only two',
    'A look inside',
    'Three steps, then it is yours',
    'Before you get it',
    'From people who keep one',
    'Good questions',
  ]);
});

test.each([
  ['Download on the App Store', site.micora.appStoreUrl],
  ['Get it on Google Play', site.micora.playStoreUrl],
])('§2 the badge "%s" leads to the store, at the page’s beginning and at its end', (name, url) => {
  showLanding();
  for (const part of ['main', 'contentinfo'])
    expect(within(screen.getByRole(part)).getByRole('link', { name })).toHaveAttribute('href', url);
});

test('§2 six feature blocks, each with a sentence and an icon of its own', () => {
  showLanding();
  const blocks = section('Made for two, and only two').getAllByRole('listitem');
  expect(blocks.map((block) => within(block).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Date Memories',
    'Partner Sync',
    'Smart Reminders',
    'Private Journal',
    'Secure & Private',
    'Cloud Sync',
  ]);
  for (const block of blocks) {
    expect(block.querySelector('p')?.textContent).toMatch(/^[A-Z].{30,}\.$/);
    expect(block.querySelector('svg[aria-hidden="true"]')).not.toBeNull();
  }
});

test('§2 a three-step guide, as an ordered list', () => {
  showLanding();
  const steps = section('Three steps, then it is yours').getByRole('list');
  expect(steps.tagName).toBe('OL');
  expect(
    within(steps)
      .getAllByRole('heading', { level: 3 })
      .map((step) => step.textContent),
  ).toEqual(['Get the app', 'Invite your partner', 'Save your first date']);
});

test('§2 three testimonials, each with who said it, and marked as examples', () => {
  showLanding();
  const quotes = section('From people who keep one').getAllByRole('figure');
  expect(quotes.map((quote) => quote.querySelector('figcaption')?.textContent)).toEqual([
    'Amara and Leo',
    'Jonas',
    'Mei and Priya',
  ]);
  expect(screen.getByText(/^These three are examples\./)).toBeVisible();
  for (const quote of quotes) expect(quote.querySelector('blockquote')?.textContent).toMatch(/\.$/);
});

test.each([
  ['Privacy Policy', '/micora/privacy-policy'],
  ['Terms of Service', '/micora/tos'],
  ['Delete your account', '/micora/delete'],
  ['Contact', '/contact'],
  [`By ${site.company.shortName}`, '/'],
])('§2 "%s" leads to %s without a page load', async (name, path) => {
  showLanding();
  await userEvent.click(screen.getByRole('link', { name }));
  expect(screen.getByText(`Now at ${path}`)).toBeVisible();
});

test('every link within the page has its target', () => {
  showLanding();
  const targets = screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('#'));
  expect(targets).toEqual(['#features', '#screens', '#guide', '#questions']);
  for (const target of targets) expect(document.querySelectorAll(target)).toHaveLength(1);
});

test('§2 the page states the copyright, and its navigation is named after the app', () => {
  showLanding();
  expect(screen.getByText(site.company.copyright)).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'MiCora' })).toBeVisible();
});

test('§2 it says what keeps it safe, which phones it runs on and what is free, with the way to the whole text', () => {
  showLanding();
  const facts = section('Before you get it');
  const links = facts.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/micora/privacy-policy#security',
    '/micora/privacy-policy#permissions',
    '/micora/tos#subscriptions',
  ]);
  for (const words of [/encrypted/, new RegExp(site.micora.phones.join('.*')), /Parts of MiCora are free/])
    expect(facts.getByText(words)).toBeVisible();
});

test('§2 it answers five questions, and first the one that couples do not ask aloud', () => {
  showLanding();
  const questions = section('Good questions').getAllByRole('term');
  expect(questions).toHaveLength(5);
  expect(questions[0]).toHaveTextContent('What if we break up?');
  for (const { nextElementSibling } of questions) expect(nextElementSibling?.textContent).toMatch(/\.$/);
});

test('Accessibility: header and footer of the page stand beside its main part', () => {
  showLanding();
  const main = screen.getByRole('main');
  for (const part of ['banner', 'contentinfo']) expect(main).not.toContainElement(screen.getByRole(part));
  expect(main).toHaveAttribute('id', 'content');
});
