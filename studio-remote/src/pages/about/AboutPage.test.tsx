import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { AboutPage } from './AboutPage';

function showAbout() {
  return render(
    <MemoryRouter>
      <AboutPage />
    </MemoryRouter>,
  );
}

function section(name: string) {
  return within(screen.getByRole('region', { name }));
}

function itemsOf(name: string) {
  return section(name)
    .getAllByRole('listitem')
    .map((item) => within(item));
}

test('§2 the page has a hero, story, timeline, values, mission and a call to action, in this order', () => {
  showAbout();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getAllByRole('heading')[0]).toHaveProperty('tagName', 'H1');
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Our story',
    'The years so far',
    'MiCora, an app of our own',
    'Our values',
    'Our mission',
    'Tell us what you are working on.',
  ]);
});

test('§2 the story is told in sentences and begins in 2023', () => {
  showAbout();
  const story = section('Our story').getAllByText(/./, { selector: 'p' });
  expect(story.length).toBeGreaterThan(1);
  expect(story[0]).toHaveTextContent('We began in 2023');
  for (const paragraph of story) expect(paragraph).toHaveTextContent(/^[A-Z].{40,}\.$/);
});

test('§2 the timeline is an ordered list of four milestones, each with its year', () => {
  showAbout();
  expect(section('The years so far').getByRole('list')).toHaveProperty('tagName', 'OL');
  const milestones = itemsOf('The years so far').map((item) => [
    item.getByRole('time').textContent,
    item.getByRole('time').getAttribute('datetime'),
    item.getByRole('heading', { level: 3 }).textContent,
  ]);
  expect(milestones).toEqual([
    ['2023', '2023', 'Company founded'],
    ['2023', '2023', 'First 10 projects'],
    ['2024', '2024', 'Team expansion'],
    ['2025', '2025', 'International clients'],
  ]);
});

test('§2 four values, each explained in words of its own', () => {
  showAbout();
  const items = itemsOf('Our values');
  expect(items.map((item) => item.getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Innovation',
    'Quality',
    'Collaboration',
    'Transparency',
  ]);
  const words = items.map((item) => item.getByText(/./, { selector: 'p' }).textContent);
  expect(new Set(words).size).toBe(4);
  for (const sentence of words) expect(sentence).toMatch(/^[A-Z].{30,}\.$/);
});

test('§9 the mission has three figures: 50+ projects, 25+ clients, 2 years', () => {
  showAbout();
  expect(section('Our mission').getByText(/^To make digital work/)).toBeVisible();
  expect(
    section('Our mission')
      .getAllByRole('listitem')
      .map((figure) => figure.textContent),
  ).toEqual(['50+ projects', '25+ clients', '2 years']);
});

test.each([
  ['Contact Us', '/contact'],
  ['Meet MiCora', '/micora'],
  ['privacy notice', '/privacy'],
])('§2 the link "%s" leads to %s', (name, path) => {
  showAbout();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('every milestone and every value has its own drawing, and all artwork is hidden from assistive technology', () => {
  const { container } = showAbout();
  const drawings = [...container.querySelectorAll('svg')];
  expect(new Set(drawings.map((drawing) => drawing.innerHTML)).size).toBe(10);
  expect(drawings).toHaveLength(10);
  for (const drawing of drawings) expect(drawing).toHaveAttribute('aria-hidden', 'true');
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
