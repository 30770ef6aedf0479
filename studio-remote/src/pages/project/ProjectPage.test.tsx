import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
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
        <Link to="?page=2">Same project</Link>
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

const next = { id: 'other', title: 'Other', category: 'Website' };

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

  test('has a header with title, description, category and status', async () => {
    await openLoaded(sampleProject());
    const title = screen.getByRole('heading', { level: 1, name: 'Harbour Lights' });
    const header = within(title.parentElement as HTMLElement);
    expect(header.getByText('A booking site for a small ferry line.')).toBeVisible();
    expect(header.getByText('Website')).toBeVisible();
    expect(header.getByText('Completed')).toHaveClass('completed');
  });

  test('has a side panel with technologies, category, status and a link to the contact form', async () => {
    await openLoaded(sampleProject({ status: 'In Progress' }));
    const panel = within(screen.getByRole('region', { name: 'At a glance' }));
    expect(panel.getAllByRole('listitem').map((tag) => tag.textContent)).toEqual(['React', 'Go']);
    expect(panel.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Technologies',
      'Category',
      'Status',
    ]);
    expect(panel.getByText('Website')).toBeVisible();
    expect(panel.getByText('In Progress')).not.toHaveClass('completed');
    await userEvent.click(panel.getByRole('link', { name: 'Start Your Project' }));
    expect(screen.getByRole('heading', { name: 'Write to us' })).toBeVisible();
  });

  test('has a back link to the projects, also while loading', async () => {
    pendingProject();
    open();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Projects' }));
    expect(screen.getByRole('heading', { name: 'All projects' })).toBeVisible();
  });

  test('shows the gallery only if there are images', async () => {
    const { unmount } = await openLoaded(sampleProject());
    expect(screen.getByRole('button', { name: 'Next image' })).toBeVisible();
    unmount();
    await openLoaded(sampleProject({ images: [] }));
    expect(screen.queryByRole('region', { name: /Pictures/ })).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('renders with nothing but a title', async () => {
    await openLoaded(bareProject());
    expect(screen.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'About this project' })).toBeNull();
    expect(screen.queryByRole('term')).toBeNull();
    expect(screen.getByRole('link', { name: 'Start Your Project' })).toHaveAttribute('href', '/contact');
  });
});

describe('§2 the details panel', () => {
  const details = () =>
    screen.getByRole('heading', { name: 'About this project' }).parentElement as HTMLElement;

  test('shows the long description as rich HTML', async () => {
    await openLoaded(sampleProject());
    expect(within(details()).getByRole('heading', { level: 3, name: 'The task' })).toBeVisible();
    expect(details().querySelector('strong')).toHaveTextContent('booking');
    expect(within(details()).queryByText('A booking site for a small ferry line.')).toBeNull();
  });

  test.each(['', '<p>&nbsp;</p>', '<script>globalThis.hacked = true</script>'])(
    'shows the short description if the long one is %j',
    async (longDescription) => {
      await openLoaded(sampleProject({ longDescription }));
      expect(within(details()).getByText('A booking site for a small ferry line.')).toBeVisible();
      expect(globalThis).not.toHaveProperty('hacked');
    },
  );

  test('runs nothing that a long description contains', async () => {
    const { container } = await openLoaded(
      sampleProject({
        longDescription:
          '<p>Safe</p><script>globalThis.hacked = true</script><img src=x onerror="globalThis.hacked = true">',
      }),
    );
    expect(screen.getByText('Safe')).toBeVisible();
    expect(container.querySelector('script, [onerror]')).toBeNull();
    expect(globalThis).not.toHaveProperty('hacked');
  });
});

describe('§2 a project that cannot be shown', () => {
  test('zero results for the id mean that it does not exist', async () => {
    await openLoaded(undefined);
    expect(screen.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('The project you are looking for does not exist.');
    expect(screen.getByRole('link', { name: 'View All Projects' })).toHaveAttribute('href', '/projects');
    expect(screen.getByRole('link', { name: 'Go Back' })).toBeVisible();
  });

  test.each([[new ApiError({ status: 500 })], [new ApiError({ status: 0 })], [new TypeError('broken')]])(
    '§8 a failure says so: %s',
    async (error) => {
      getMock.mockRejectedValueOnce(error);
      open();
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Failed to load project. Please try again later.',
      );
      expect(screen.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'View All Projects' })).toBeVisible();
    },
  );

  test('§8 an aborted request is ignored', async () => {
    getMock.mockRejectedValueOnce(new ApiError({ isAbort: true }));
    open();
    await act(async () => Promise.resolve());
    expect(screen.getByTestId('skeleton')).toBeInTheDocument();
  });
});

describe('moving to another project', () => {
  test('loads it; what comes late for the first one is ignored', async () => {
    const answerFirst = pendingProject();
    const answerSecond = pendingProject();
    open();
    const signal = getMock.mock.calls[0]?.[1];
    await userEvent.click(screen.getByRole('link', { name: 'Other project' }));
    expect(getMock.mock.calls.map(([id]) => id)).toEqual(['harbour00000001', 'other']);
    expect(signal?.aborted).toBe(true);

    await answerSecond(sampleProject({ id: 'other', title: 'Other' }));
    await answerFirst(sampleProject({ title: 'Late' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Other');
    expect(screen.queryByText('Late')).toBeNull();
  });

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

  test('leaving gives the request up', () => {
    pendingProject();
    const { unmount } = open();
    unmount();
    expect(getMock.mock.calls[0]?.[1]?.aborted).toBe(true);
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

  test('§2 and that is gone is not found', async () => {
    visit.shown = [toCard(sampleProject())];
    await openLoaded(undefined);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Project Not Found');
    expect(screen.queryByText('Harbour Lights')).toBeNull();
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

  test('is not there if nothing is known of it, or the project is alone', async () => {
    await openLoaded(sampleProject());
    expect(way()).toBeNull();
    visit.shown = [toCard(sampleProject())];
    await userEvent.click(screen.getByRole('link', { name: 'Same project' }));
    expect(way()).toBeNull();
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

describe('the document of a project page', () => {
  test('is named after the project and may be listed by search engines once the project is known', async () => {
    const answer = pendingProject();
    open();
    expect(document.title).toBe('Project');
    expect(robots()).toBe('noindex');
    await answer(sampleProject());
    expect(document.title).toBe(`Harbour Lights · ${site.company.shortName}`);
    expect(robots()).toBeUndefined();
  });

  test('may not be listed if there is no such project', async () => {
    await openLoaded(undefined);
    expect(document.title).toBe(`Project Not Found · ${site.company.shortName}`);
    expect(robots()).toBe('noindex');
  });

  test('is as it was delivered, and follows what is read again', async () => {
    document.head.innerHTML = `<title>Harbour Lights · ${site.company.shortName}</title>
      <meta name="description" content="A booking site for a small ferry line.">`;
    const delivered = document.head.innerHTML;
    const answer = pendingProject();
    open(sampleProject());
    expect(document.head.innerHTML).toBe(delivered);
    await answer(sampleProject({ title: 'Harbour Nights', description: 'By lamplight.' }));
    expect(document.title).toBe(`Harbour Nights · ${site.company.shortName}`);
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute('content', 'By lamplight.');
    expect(robots()).toBeUndefined();
  });
});

describe('a project that is embedded in the page', () => {
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  const details = () =>
    screen.getByRole('heading', { name: 'About this project' }).nextElementSibling as HTMLElement;

  test('is there at once, nothing waits, and it is read once', async () => {
    const answer = pendingProject();
    const { container } = open(sampleProject());
    expect(heading()).toBe('Harbour Lights');
    expect(screen.queryByTestId('skeleton')).toBeNull();
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    await answer(sampleProject());
    expect(getMock).toHaveBeenCalledTimes(1);
  });

  test('stays untouched by an equal answer, its rich text and the gallery as well', async () => {
    const answer = pendingProject();
    const { container } = open(sampleProject());
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
    await answer(sampleProject());
    observer.disconnect();
    expect(changes).toEqual([]);
  });

  test('gives way to another answer: the text that is the same stays, the picture that is shown as well', async () => {
    const answer = pendingProject();
    open(sampleProject());
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    const text = details().firstChild;
    await answer(sampleProject({ title: 'Harbour Nights', images: ['zero.jpg', 'one.jpg', 'two.jpg'] }));
    expect(heading()).toBe('Harbour Nights');
    expect(details().firstChild).toBe(text);
    expect(screen.getByRole('img', { name: 'Harbour Nights, picture 3' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next image' })).toHaveFocus();
  });

  test('shows another rich text, made safe', async () => {
    const answer = pendingProject();
    const { container } = open(sampleProject());
    const longDescription = '<p>Other <img src=x onerror="hacked()"></p>';
    await answer(sampleProject({ longDescription, modified: '2026-03-02T09:00:00.000Z' }));
    expect(details().innerHTML).toBe('<p>Other </p>');
    expect(container.querySelector('[onerror]')).toBeNull();
  });

  test('keeps the rich text that it was delivered with for as long as nobody has changed it', async () => {
    const answer = pendingProject();
    open(sampleProject());
    const text = details().innerHTML;
    await answer(sampleProject({ title: 'Harbour Nights', longDescription: '<p>By another way</p>' }));
    expect(heading()).toBe('Harbour Nights');
    expect(details().innerHTML).toBe(text);
  });

  test('lends its rich text to no other project, though it was changed in the same moment', async () => {
    pendingProject();
    open(sampleProject());
    const answer = pendingProject();
    await userEvent.click(screen.getByRole('link', { name: 'Other project' }));
    await answer(sampleProject({ id: 'other', longDescription: '<p>The other one</p>' }));
    await waitFor(() => expect(details().innerHTML).toBe('<p>The other one</p>'));
  });

  test.each([[new ApiError({ status: 500 })], [new ApiError({ status: 0 })], [new TypeError('broken')]])(
    '§8 stays if reading it again fails: %s',
    async (error) => {
      getMock.mockRejectedValueOnce(error);
      open(sampleProject());
      await act(async () => Promise.resolve());
      expect(heading()).toBe('Harbour Lights');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('is not found if it is gone by now', async () => {
    getMock.mockResolvedValueOnce(undefined);
    open(sampleProject());
    expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeVisible();
    expect(robots()).toBe('noindex');
  });

  test('stays through a change of the query, which asks nobody', async () => {
    const answer = pendingProject();
    open(sampleProject());
    await answer(sampleProject());
    await userEvent.click(screen.getByRole('link', { name: 'Same project' }));
    expect(heading()).toBe('Harbour Lights');
    expect(getMock).toHaveBeenCalledTimes(1);
  });

  test('is not the next one: that is loaded, and so is this one when the visitor comes back', async () => {
    const answer = pendingProject();
    const { router } = open(sampleProject());
    await answer(sampleProject());
    const answerNext = pendingProject();
    await userEvent.click(screen.getByRole('link', { name: 'Other project' }));
    expect(screen.getByTestId('skeleton')).toBeInTheDocument();
    await answerNext(sampleProject({ id: 'other', title: 'Other' }));
    expect(heading()).toBe('Other');
    const answerAgain = pendingProject();
    await act(() => router.navigate(-1));
    expect(screen.getByTestId('skeleton')).toBeInTheDocument();
    await answerAgain(sampleProject());
    expect(heading()).toBe('Harbour Lights');
  });
});
