import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@site/shared/api/ApiError';
import { renderAt } from '@site/shared/testing/renderAt';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { sampleProject } from '../../testing/sampleProject';
import { toCard } from '../projects/toCard';
import { visit } from '../projects/visit';
import { HomePage } from './HomePage';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

/** The page with work embedded in it; with undefined, as after a move. */
function showHome(embedded?: Project[]) {
  const pages = [
    { id: 'home', path: '/', Component: HomePage },
    { path: '/projects', element: <h1>All projects</h1> },
    { path: '/projects/:projectId', element: <h1>The project</h1> },
    { path: '/contact', element: <h1>Write to us</h1> },
  ];
  return renderAt('/', pages, embedded && { home: embedded.map(toCard) });
}

beforeEach(() => {
  delete visit.shown;
  delete visit.selected;
  delete visit.opened;
  listMock.mockReset();
});

function section(name: string) {
  return within(screen.getByRole('region', { name }));
}

function serviceCards() {
  return section('What we do')
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.closest('li') as HTMLElement);
}

test('§2 the page has a hero, services, reasons, figures and a call to action, in this order', () => {
  showHome([]);
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
  showHome([]);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
  await userEvent.click(screen.getByRole('link', { name }));
  expect(screen.getByRole('heading', { name: heading })).toBeVisible();
});

test('§2 four service cards, each with a name and a sentence of its own', () => {
  showHome([]);
  const cards = serviceCards();
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
  showHome([]);
  const drawings = serviceCards().map((card) => card.querySelector('svg[aria-hidden="true"]')?.innerHTML);
  expect(drawings).not.toContain(undefined);
  expect(new Set(drawings).size).toBe(4);
});

test('each service card says what is delivered, and leads to its work and to the form', () => {
  showHome([]);
  const cards = section('What we do').getAllByRole('list').slice(1);
  expect(cards.map((list) => within(list).getAllByRole('listitem').length)).toEqual([3, 3, 3, 3]);
  const links = section('What we do').getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/projects?category=Website',
    '/contact?service=website',
    '/projects?category=Mobile%20App',
    '/contact?service=mobile',
    '/projects?category=UI%2FUX%20Design',
    '/contact?service=design',
    '/projects?category=Consulting',
    '/contact?service=consulting',
  ]);
  expect(new Set(links.map(({ textContent }) => textContent)).size).toBe(8);
});

test('§1 three reasons: expert team, modern technology, client-focused', () => {
  showHome([]);
  const reasons = section('Why choose us').getAllByRole('listitem');
  expect(reasons.map((reason) => within(reason).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Expert team',
    'Modern technology',
    'Client-focused',
  ]);
});

test('§9 three figures: 50+ projects completed, 99% client satisfaction, 24/7 support', () => {
  showHome([]);
  expect(
    section('The studio in figures')
      .getAllByRole('listitem')
      .map((tile) => tile.textContent),
  ).toEqual(['50+ projects completed', '99% client satisfaction', '24/7 support']);
});

describe('selected work', () => {
  const project = (id: string, status = 'Completed') => sampleProject({ id, title: `Title ${id}`, status });
  const list = ['a', 'b', 'c', 'd', 'e'].map((id) => project(id, id === 'd' ? 'In Progress' : undefined));
  const heading = () => screen.queryByRole('heading', { level: 2, name: 'Selected work' });
  const titles = () => section('Selected work').getAllByRole('heading', { level: 3 });

  test('stands right after the hero, each with its cover, and leads to its project', async () => {
    const { container } = showHome([project('b'), project('a')]);
    expect(screen.getAllByRole('heading', { level: 2 })[0]).toBe(heading());
    expect(titles().map(({ textContent }) => textContent)).toEqual(['Title b', 'Title a']);
    expect(container.querySelectorAll('article img')).toHaveLength(2);
    expect(section('Selected work').getByRole('link', { name: 'See all projects' })).toHaveAttribute(
      'href',
      '/projects',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Title b' }));
    expect(screen.getByRole('heading', { name: 'The project' })).toBeVisible();
    expect(visit).toMatchObject({ opened: 'b', selected: [{ id: 'b' }, { id: 'a' }] });
    expect(listMock).not.toHaveBeenCalled();
  });

  test('after a move has its room while it is read: the newest four that are completed', async () => {
    let arrive: (projects: Project[]) => void = () => undefined;
    listMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    showHome();
    expect(heading()).toBeVisible();
    expect(section('Selected work').queryByRole('article')).toBeNull();
    arrive([project('old'), ...list]);
    expect(await screen.findByRole('link', { name: 'Title e' })).toBeVisible();
    expect(titles().map(({ textContent }) => textContent)).toEqual([
      'Title e',
      'Title c',
      'Title b',
      'Title a',
    ]);
    expect(visit.shown).toHaveLength(6);
  });

  test.each([
    ['the visit knows the list', () => (visit.shown = list.map(toCard)), 'Title e'],
    ['the visit began here', () => (visit.selected = [toCard(project('a'))]), 'Title a'],
  ])('is there at once if %s', (_what, know, first) => {
    know();
    showHome();
    expect(titles()[0]).toHaveTextContent(first);
    expect(listMock).not.toHaveBeenCalled();
  });

  test.each([
    ['no project is completed', () => listMock.mockResolvedValueOnce([project('d', 'In Progress')])],
    ['it cannot be read', () => listMock.mockRejectedValueOnce(new ApiError({ status: 502 }))],
  ])('is gone if %s', async (_what, answer) => {
    answer();
    showHome();
    await waitFor(() => expect(heading()).toBeNull());
  });
});
