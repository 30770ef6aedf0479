import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@site/shared/api/ApiError';
import { renderAt } from '@site/shared/testing/renderAt';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { forgetSession } from '../../testing/forgetSession';
import { sampleProject } from '../../testing/sampleProject';
import { toCard } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';
import { HomePage } from './HomePage';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

/** Renders the home page. If `embedded` is omitted, the page has no data, as after a navigation within the site. */
function showHome(embedded?: Project[]) {
  const pages = [
    { id: 'home', path: '/', Component: HomePage },
    { path: '/projects/:projectId', element: <h1>The project</h1> },
  ];
  return renderAt('/', pages, embedded && { home: embedded.map(toCard) });
}

beforeEach(() => {
  forgetSession();
  listMock.mockReset();
});

describe('§4 selected work', () => {
  const project = (id: string, differences: Partial<Project> = {}) =>
    sampleProject({ id, title: `Title ${id}`, ...differences });
  const list = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    project(id, id === 'd' ? { status: 'In Progress' } : {}),
  );
  const section = () => within(screen.getByRole('region', { name: 'Selected work' }));
  const heading = () => screen.queryByRole('heading', { level: 2, name: 'Selected work' });
  const titles = () => section().queryAllByRole('heading', { level: 3 });
  const listNames = (headings: HTMLElement[]) => headings.map(({ textContent }) => textContent);
  const hero = () => screen.getByRole('heading', { level: 1 }).closest('section') as HTMLElement;
  const heroLinks = () => within(hero()).queryAllByRole('link', { name: /^Title/ });

  test('has one project in the hero and the others right below it, each with its cover', () => {
    const { container } = showHome([project('c'), project('b'), project('a')]);
    expect(listNames(heroLinks())).toEqual(['Title c']);
    expect(screen.getAllByRole('heading', { level: 2 })[0]).toBe(heading());
    expect(listNames(titles())).toEqual(['Title b', 'Title a']);
    expect(container.querySelectorAll('article img')).toHaveLength(3);
    expect(section().getByRole('link', { name: 'See all projects' })).toHaveAttribute('href', '/projects');
    expect(listMock).not.toHaveBeenCalled();
  });

  test('links to the projects, and remembers which one was opened', async () => {
    showHome([project('c'), project('b'), project('a')]);
    await userEvent.click(screen.getByRole('link', { name: 'Title b' }));
    expect(screen.getByRole('heading', { name: 'The project' })).toBeVisible();
    expect(session).toMatchObject({
      openedProject: 'b',
      selectedWork: [{ id: 'c' }, { id: 'b' }, { id: 'a' }],
    });
  });

  const withoutCover = (id: string) => project(id, { coverImage: '' });

  test('has the newest project with a cover in the hero', () => {
    showHome([withoutCover('c'), project('b'), project('a')]);
    expect(listNames(heroLinks())).toEqual(['Title b']);
    expect(hero().querySelector(':scope > svg')).toBeNull();
    expect(listNames(titles())).toEqual(['Title c', 'Title a']);
  });

  test('has a drawing in the hero if no project has a cover', () => {
    showHome(['e', 'd', 'c', 'b', 'a'].map(withoutCover));
    expect(heroLinks()).toEqual([]);
    expect(hero().querySelector(':scope > svg')).toBeVisible();
    expect(listNames(titles())).toEqual(['Title e', 'Title d', 'Title c', 'Title b']);
  });

  test('after a navigation, reserves its space until the newest five completed projects load', async () => {
    let arrive: (projects: Project[]) => void = () => undefined;
    listMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    showHome();
    expect(heading()).toBeVisible();
    expect(titles()).toEqual([]);
    expect(heroLinks()).toEqual([]);
    expect(hero().querySelector('svg')).toBeNull();
    arrive([project('older'), project('old'), ...list]);
    expect(await screen.findByRole('link', { name: 'Title e' })).toBeVisible();
    expect(listNames(heroLinks())).toEqual(['Title e']);
    expect(listNames(titles())).toEqual(['Title c', 'Title b', 'Title a', 'Title old']);
    expect(session.list).toHaveLength(7);
  });

  test.each([
    ['the list was read earlier in this visit', () => updateSession({ list: list.map(toCard) }), 'Title e'],
    [
      'this visit began on the home page',
      () => updateSession({ selectedWork: [toCard(project('a'))] }),
      'Title a',
    ],
  ])('is shown at once if %s', (_what, prepareVisit, first) => {
    prepareVisit();
    showHome();
    expect(listNames(heroLinks())).toEqual([first]);
    expect(listMock).not.toHaveBeenCalled();
  });

  test.each([
    [
      'no project is completed',
      () => listMock.mockResolvedValueOnce([project('d', { status: 'In Progress' })]),
    ],
    ['the list cannot be read', () => listMock.mockRejectedValueOnce(new ApiError({ status: 502 }))],
  ])('is left out, and the hero has a drawing, if %s', async (_what, mockAnswer) => {
    mockAnswer();
    showHome();
    await waitFor(() => expect(heading()).toBeNull());
    expect(hero().querySelector(':scope > svg')).toBeVisible();
  });
});
