import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@site/shared/testing/renderAt';
import type { Project } from '../../api/Project';
import { bareProject, sampleProject } from '../../testing/sampleProject';
import { ProjectCard } from './ProjectCard';
import type { Place } from './layOutCards';
import { toCard } from '../../projects/toCard';

const WIDE: Place = { side: 'both', isSmall: false };

function showCard(differences: Partial<Project> = {}, first = false, place = WIDE) {
  const project = toCard(sampleProject(differences));
  const { container } = renderAt('/', [
    { path: '/', element: <ProjectCard {...{ project, place, first }} /> },
    { path: '/projects/:projectId', element: <h1>The project</h1> },
  ]);
  return container;
}

test('§2 a card shows its cover, title, description, category, status and technologies', () => {
  const container = showCard();
  expect(screen.getByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
  for (const words of ['Website', 'Completed', 'A booking site for a small ferry line.', 'React', 'Go'])
    expect(screen.getByText(words)).toBeVisible();
  const cover = '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=480x320';
  expect(container.querySelector('img')).toHaveAttribute('src', cover);
});

test('§3 a card shows eight technologies as they are stored, and the others after one click', async () => {
  const technologies = [
    'Node.js, Express',
    'x'.repeat(80),
    ...Array.from('0123456789', (digit) => `T${digit}`),
  ];
  showCard({ technologies });
  const tags = screen.getAllByRole('listitem');
  expect(tags.map((tag) => tag.textContent)).toEqual(technologies);
  expect(tags[7]).toBeVisible();
  expect(tags[8]).not.toBeVisible();
  await userEvent.click(screen.getByText('4 more'));
  expect(tags[8]).toBeVisible();
  expect(tags[11]).toBeVisible();
});

test('§2 a card has one link, named after its project, even if the id needs encoding', async () => {
  showCard({ id: 'a/../b?c#d é' });
  const link = screen.getByRole('link', { name: 'Harbour Lights' });
  expect(link).toHaveAttribute('href', '/projects/a%2F..%2Fb%3Fc%23d%20%C3%A9');
  await userEvent.click(link);
  expect(screen.getByRole('heading', { name: 'The project' })).toBeVisible();
});

test.each<[string, string, boolean, Place]>([
  ['the first card', 'eager', true, WIDE],
  ['the second card of the first row', 'lazy', true, { side: 'right', isSmall: false }],
  ['a later card', 'lazy', false, WIDE],
])('Speed: the cover of %s has loading="%s"', (_, loading, first, place) => {
  expect(showCard({}, first, place).querySelector('img')).toHaveAttribute('loading', loading);
});

test.each([
  ['Completed', true],
  ['completed', false],
  ['In Progress', false],
])('§3 the status %s is green: %s', (status, green) => {
  showCard({ status });
  expect(screen.getByText(status).classList.contains('completed')).toBe(green);
});

test.each<[Place, string | undefined, string]>([
  [WIDE, 'wide', '(min-width: 48rem) 100vw, 80vw'],
  [{ side: 'left', isSmall: false }, undefined, '(min-width: 48rem) 50vw, 80vw'],
  [{ side: 'both', isSmall: true }, 'small', '(min-width: 48rem) 100vw, 80vw'],
])('§2 a card has the right shape and picture size for its place in the list: %j', (place, shape, sizes) => {
  const container = showCard({ colour: 'moss' }, false, place);
  const card = container.querySelector('article');
  expect(['wide', 'small'].find((name) => card?.classList.contains(name))).toBe(shape);
  expect(card).toHaveAttribute('data-colour', 'moss');
  expect(container.querySelector('img')).toHaveAttribute('sizes', sizes);
});

test('§2 a card that has only a title shows the title, and a folder instead of a cover', () => {
  const container = showCard(bareProject());
  expect(screen.getByRole('link')).toHaveAccessibleName('Harbour Lights');
  expect(screen.queryByRole('list')).toBeNull();
  expect(container.querySelector('.badge, img')).toBeNull();
  expect(container.querySelector('svg')).toBeVisible();
});
