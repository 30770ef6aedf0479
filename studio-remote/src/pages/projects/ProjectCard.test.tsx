import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@site/shared/testing/renderAt';
import type { Project } from '../../api/Project';
import { bareProject, sampleProject } from '../../testing/sampleProject';
import { ProjectCard } from './ProjectCard';
import { toCard } from './toCard';

function showCard(project: Project, first = false) {
  return renderAt('/', [
    { path: '/', element: <ProjectCard project={toCard(project)} first={first} /> },
    { path: '/projects/:projectId', element: <h1>The project</h1> },
  ]);
}

const picture = (container: HTMLElement) => container.querySelector('img');

describe('§2 a project card', () => {
  test('shows cover, category, status, title, description and technologies', () => {
    const { container } = showCard(sampleProject());
    expect(picture(container)).toHaveAttribute(
      'src',
      '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=480x320',
    );
    expect(screen.getByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
    expect(screen.getByText('Website')).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
    expect(screen.getByText('A booking site for a small ferry line.')).toBeVisible();
    expect(screen.getAllByRole('listitem').map((tag) => tag.textContent)).toEqual(['React', 'Go']);
  });

  test('§3 shows each technology as it is; of many, the others are one press away', async () => {
    const many = [
      'Node.js, Express',
      'x'.repeat(80),
      ...Array.from({ length: 10 }, (_, index) => `T${index}`),
    ];
    showCard(sampleProject({ technologies: many }));
    const tags = screen.getAllByRole('listitem');
    expect(tags.map((tag) => tag.textContent)).toEqual(many);
    expect(tags[7]).toBeVisible();
    expect(tags[8]).not.toBeVisible();
    await userEvent.click(screen.getByText('4 more'));
    expect(tags[8]).toBeVisible();
    expect(tags[11]).toBeVisible();
  });

  test('has one link, named after the project, which leads to its page, whatever its id', async () => {
    showCard(sampleProject({ id: 'a/../b?c#d é' }));
    const link = screen.getByRole('link');
    expect(link).toHaveAccessibleName('Harbour Lights');
    expect(link).toHaveAttribute('href', '/projects/a%2F..%2Fb%3Fc%23d%20%C3%A9');
    await userEvent.click(link);
    expect(screen.getByRole('heading', { name: 'The project' })).toBeVisible();
  });

  test('offers its cover in four sizes and keeps its 3:2 place', () => {
    const { container } = showCard(sampleProject());
    const cover = picture(container);
    expect(cover).toHaveAttribute('width', '480');
    expect(cover).toHaveAttribute('height', '320');
    expect(cover).toHaveAttribute('alt', '');
    const base = '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=';
    expect(cover).toHaveAttribute(
      'srcset',
      `${base}480x320 480w, ${base}720x480 720w, ${base}960x640 960w, ${base}1440x960 1440w`,
    );
    const copies = '/assets/pictures/a3/projects/harbour00000001/cover_a1.jpg';
    expect(container.querySelector('source')).toHaveAttribute(
      'srcset',
      [480, 720, 960, 1440].map((width) => `${copies}/${width}.avif ${width}w`).join(', '),
    );
  });

  test.each([
    [true, 'eager'],
    [false, 'lazy'],
  ])('loads its cover at once only if it is among the first: %s', (first, loading) => {
    const { container } = showCard(sampleProject(), first);
    expect(picture(container)).toHaveAttribute('loading', loading);
  });

  test('shows a folder if there is no cover', () => {
    const { container } = showCard(sampleProject({ coverImage: '' }));
    expect(picture(container)).toBeNull();
    expect(container.querySelector('svg')).toBeVisible();
  });

  test.each([
    ['Completed', true],
    ['completed', false],
    ['In Progress', false],
    ['On hold', false],
  ])('the status %s is green: %s', (status, green) => {
    showCard(sampleProject({ status }));
    expect(screen.getByText(status).classList.contains('completed')).toBe(green);
  });

  test('can do with a title alone', () => {
    const { container } = showCard(bareProject());
    expect(screen.getByRole('link')).toHaveAccessibleName('Harbour Lights');
    expect(screen.queryByRole('list')).toBeNull();
    expect(container.querySelector('.badge')).toBeNull();
  });
});
