import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Outlet } from 'react-router-dom';
import { ApiError } from '@site/shared/api/ApiError';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { renderAt } from '@site/shared/testing/renderAt';
import { getProject } from '../../api/getProject';
import type { Project } from '../../api/Project';
import { bareProject, sampleProject } from '../../testing/sampleProject';
import { toCard } from '../projects/toCard';
import { visit } from '../projects/visit';
import { prepareProject } from './prepareProject';
import { ProjectPage } from './ProjectPage';

jest.mock('../../api/getProject', () => ({ getProject: jest.fn() }));
const getMock = jest.mocked(getProject);

const pages = [
  {
    element: (
      <>
        <Link to="/projects/other">Other project</Link>
        <Outlet />
      </>
    ),
    children: [
      { id: 'page', path: '/projects/:projectId', Component: ProjectPage },
      { path: '/projects', element: <h1>All projects</h1> },
      { path: '/contact', element: <h1>Write to us</h1> },
    ],
  },
];

/** The page of a project, with its data embedded or without. */
function open(embedded?: Project) {
  return renderAt(
    '/projects/harbour00000001',
    pages,
    embedded && { page: { ...prepareProject(embedded, () => window), next } },
  );
}

const next = { id: 'other', collection: 'projects', title: 'Other', category: 'Website', coverImage: '' };

async function openLoaded(project: Project | undefined) {
  getMock.mockResolvedValueOnce(project);
  const view = open();
  await act(async () => Promise.resolve());
  return view;
}

/** A request that is answered by hand. */
function pendingProject() {
  let resolve: (project: Project) => void = () => undefined;
  getMock.mockReturnValueOnce(
    new Promise<Project>((settle) => {
      resolve = settle;
    }),
  );
  return (project: Project) => act(() => Promise.resolve(resolve(project)));
}

const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content');

beforeEach(() => {
  delete visit.shown;
  delete visit.category;
  getMock.mockReset();
  document.head.innerHTML = '<title>Project</title><meta name="robots" content="noindex">';
});

describe('§2 a project page', () => {
  test('shows a skeleton while loading, marked for the shell, and says so', async () => {
    const answer = pendingProject();
    const { container } = open();
    const marked = container.querySelector(`[${PENDING_ATTRIBUTE}]`);
    expect(within(marked as HTMLElement).getByTestId('skeleton')).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Loading project');
    expect(getMock.mock.calls.map(([id]) => id)).toEqual(['harbour00000001']);
    await answer(sampleProject());
    expect(screen.queryByTestId('skeleton')).toBeNull();
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('Project loaded');
  });

  test('shows the gallery only if there are images', async () => {
    const { unmount } = await openLoaded(sampleProject());
    expect(screen.getByRole('button', { name: 'Next image' })).toBeVisible();
    unmount();
    await openLoaded(sampleProject({ images: [] }));
    expect(screen.queryByRole('region', { name: /Pictures/ })).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('§2 the details panel', () => {
  const details = () =>
    screen.getByRole('heading', { name: 'About this project' }).parentElement as HTMLElement;

  test('shows the short description if the long one says nothing', async () => {
    await openLoaded(sampleProject({ longDescription: '<p>&nbsp;</p>' }));
    expect(within(details()).getByText('A booking site for a small ferry line.')).toBeVisible();
  });
});

describe('§2 a link in the text', () => {
  const openLinks = (href: string) =>
    openLoaded(sampleProject({ longDescription: `<p><a href="${href}">Read on</a></p>` }));
  const link = () => screen.getByRole('link', { name: 'Read on' });
  /** Whether a click is left to the browser, which jsdom cannot do. */
  const isLeft = (options = {}) => {
    let left = false;
    const look = (event: Event) => {
      left = !event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', look);
    fireEvent.click(link(), options);
    removeEventListener('click', look);
    return left;
  };

  test.each(['/contact', `${site.origin}/contact?a=b#c`])('to %s moves within the site', async (href) => {
    const { router } = await openLinks(href);
    expect(isLeft()).toBe(false);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write to us' })).toBeVisible());
    const { pathname, search, hash } = router.state.location;
    expect(href.replace(site.origin, '')).toBe(pathname + search + hash);
  });

  test.each([
    'https://elsewhere.example/x',
    `${site.origin}//elsewhere.example/`,
    '/api/files/a/b/c.pdf',
    '#text-a',
  ])('to %s is the browser’s', async (href) => {
    const { router } = await openLinks(href);
    expect(isLeft()).toBe(true);
    expect(router.state.location.pathname).toBe('/projects/harbour00000001');
  });

  test('that is opened in another tab is the browser’s', async () => {
    await openLinks('/contact');
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
      expect(isLeft({ [key]: true })).toBe(true);
  });
});

describe('§2 a project that cannot be shown', () => {
  test('zero results for the id mean that it does not exist', async () => {
    await openLoaded(undefined);
    expect(screen.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('The project you are looking for does not exist.');
    expect(screen.getByRole('link', { name: 'View All Projects' })).toHaveAttribute('href', '/projects');
    expect(screen.getByRole('link', { name: 'Go Back' })).toBeVisible();
    expect(document.title).toBe(`Project Not Found · ${site.company.shortName}`);
    expect(robots()).toBe('noindex');
  });

  test('§8 a failure says so', async () => {
    getMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    open();
    const words = 'Failed to load project. Please try again later.';
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View All Projects' })).toBeVisible();
  });
});

describe('moving to another project', () => {
  test('shows the skeleton, not the project before, and starts its gallery at the first picture', async () => {
    await openLoaded(sampleProject());
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    const answer = pendingProject();
    await userEvent.click(screen.getByRole('link', { name: 'Other project' }));
    expect(screen.queryByRole('heading', { name: 'Harbour Lights' })).toBeNull();
    expect(screen.getByTestId('skeleton')).toBeInTheDocument();
    await answer(sampleProject({ id: 'other', title: 'Other' }));
    expect(screen.getByRole('img', { name: 'Other, picture 1' })).toBeVisible();
  });
});

describe('a project that the list has told of', () => {
  const details = () => screen.queryByRole('heading', { name: 'About this project' });

  test('shows that at once, skeletons for the rest, and the rest when it is there', async () => {
    visit.shown = [toCard(bareProject({ id: 'other', title: 'Other' })), toCard(sampleProject())];
    const answer = pendingProject();
    open();
    const title = screen.getByRole('heading', { level: 1, name: 'Harbour Lights' });
    const panel = within(screen.getByRole('region', { name: 'At a glance' }));
    expect(panel.getAllByRole('listitem').map((tag) => tag.textContent)).toEqual(['React', 'Go']);
    expect(panel.getByText('Completed')).toBeVisible();
    const picture = screen.getByRole('img', { name: 'Harbour Lights, picture 1' });
    expect(picture).toHaveAttribute('src', expect.stringContaining('one.jpg'));
    expect(screen.getByTestId('skeleton')).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Loading project');
    expect(details()).toBeNull();
    expect(document.title).toBe(`Harbour Lights · ${site.company.shortName}`);
    expect(robots()).toBe('noindex');

    await answer(sampleProject());
    expect(screen.queryByTestId('skeleton')).toBeNull();
    expect(details()).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBe(title);
    expect(screen.getByRole('img', { name: 'Harbour Lights, picture 1' })).toBe(picture);
    expect(screen.getAllByRole('button', { name: /^Show picture/ })).toHaveLength(3);
    expect(robots()).toBeUndefined();
  });

  test('has no place for pictures if it has none', () => {
    visit.shown = [toCard(bareProject())];
    pendingProject();
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible();
    expect(screen.queryByRole('region', { name: /Pictures/ })).toBeNull();
  });
});

describe('the way on', () => {
  const way = () => screen.queryByRole('navigation', { name: 'Next project' });

  test('leads from a page that is deployed to the project that comes next', async () => {
    getMock.mockResolvedValue(sampleProject());
    open(sampleProject());
    await act(async () => Promise.resolve());
    expect(way()).toHaveTextContent('Next project · Website');
    await userEvent.click(within(way() as HTMLElement).getByRole('link', { name: 'Other' }));
    expect(getMock.mock.lastCall?.[0]).toBe('other');
    expect(way()).toBeNull();
  });

  test('is known from the list, whose last project leads to the first', () => {
    visit.shown = ['first', 'harbour00000001'].map((id) =>
      toCard(sampleProject({ id, title: `Title ${id}` })),
    );
    pendingProject();
    open();
    expect(screen.getByRole('link', { name: 'Title first' })).toHaveAttribute('href', '/projects/first');
  });

  test('leads from a category to its projects, and back to the list as it was', async () => {
    visit.category = 'R&D';
    await openLoaded(sampleProject({ category: 'Web & more' }));
    for (const link of screen.getAllByRole('link', { name: 'Web & more' })) {
      expect(link).toHaveAttribute('href', '/projects?category=Web%20%26%20more');
    }
    expect(screen.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute(
      'href',
      '/projects?category=R%26D',
    );
  });
});

describe('a project that is embedded in the page', () => {
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  const details = () =>
    screen.getByRole('heading', { name: 'About this project' }).nextElementSibling as HTMLElement;

  test('is there at once, nothing waits, it is read once, and an equal answer touches nothing', async () => {
    const answer = pendingProject();
    const { container } = open(sampleProject());
    expect(heading()).toBe('Harbour Lights');
    expect(screen.queryByTestId('skeleton')).toBeNull();
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
    await answer(sampleProject());
    observer.disconnect();
    expect(changes).toEqual([]);
    expect(getMock).toHaveBeenCalledTimes(1);
  });

  test('gives way to another answer: the text that is the same stays, the picture that is shown as well', async () => {
    const answer = pendingProject();
    open(sampleProject());
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    const text = details().firstChild;
    const images = ['zero.jpg', 'one.jpg', 'two.jpg'];
    await answer(sampleProject({ title: 'Harbour Nights', description: 'By lamplight.', images }));
    expect(heading()).toBe('Harbour Nights');
    expect(document.title).toBe(`Harbour Nights · ${site.company.shortName}`);
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute('content', 'By lamplight.');
    expect(details().firstChild).toBe(text);
    expect(screen.getByRole('img', { name: 'Harbour Nights, picture 3' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next image' })).toHaveFocus();
  });
});
