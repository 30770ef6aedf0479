import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { HomePage } from './HomePage';

function showHome() {
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/projects" element={<h1>All projects</h1>} />
        <Route path="/contact" element={<h1>Write to us</h1>} />
      </Routes>
    </MemoryRouter>,
  );
}

function section(name: string) {
  return within(screen.getByRole('region', { name }));
}

test('§2 the page has a hero, services, reasons, figures and a call to action, in this order', () => {
  showHome();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'What we do',
    'Why choose us',
    'The studio in figures',
    'Tell us what you are planning.',
  ]);
  expect(screen.getAllByRole('heading')[0]).toHaveProperty('tagName', 'H1');
});

test.each([
  ['View Our Work', '/projects', 'All projects'],
  ['Get Started', '/contact', 'Write to us'],
  ['Get in Touch', '/contact', 'Write to us'],
])('§1 "%s" leads to %s', async (name, path, heading) => {
  showHome();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
  await userEvent.click(screen.getByRole('link', { name }));
  expect(screen.getByRole('heading', { name: heading })).toBeVisible();
});

test('§2 four service cards, each with a name and a sentence of its own', () => {
  showHome();
  const cards = section('What we do').getAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Website Development',
    'Mobile App Development',
    'UI/UX Design',
    'Digital Consulting',
  ]);
  const sentences = cards.map((card) => card.querySelector('p')?.textContent);
  expect(new Set(sentences).size).toBe(4);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{30,}\.$/);
});

test('§2 every service card has its own drawing, hidden from assistive technology', () => {
  showHome();
  const drawings = section('What we do')
    .getAllByRole('listitem')
    .map((card) => card.querySelector('svg[aria-hidden="true"]')?.innerHTML);
  expect(drawings).not.toContain(undefined);
  expect(new Set(drawings).size).toBe(4);
});

test('§1 three reasons: expert team, modern technology, client-focused', () => {
  showHome();
  const reasons = section('Why choose us').getAllByRole('listitem');
  expect(reasons.map((reason) => within(reason).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Expert team',
    'Modern technology',
    'Client-focused',
  ]);
});

test('§9 three figures: 50+ projects completed, 99% client satisfaction, 24/7 support', () => {
  showHome();
  expect(
    section('The studio in figures')
      .getAllByRole('listitem')
      .map((tile) => tile.textContent),
  ).toEqual(['50+ projects completed', '99% client satisfaction', '24/7 support']);
});
