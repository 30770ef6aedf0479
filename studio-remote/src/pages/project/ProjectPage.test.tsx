import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@site/shared/api/ApiError';
import { PENDING_ATTRIBUTE } from '@site/shared/contract';
import { site } from '@site/shared/site';
import { renderAt } from '@site/shared/testing/renderAt';
import { getProject } from '../../api/getProject';
import type { Project } from '../../api/Project';
import { forgetSession } from '../../testing/forgetSession';
import { bareProject, sampleProject } from '../../testing/sampleProject';
import { toCard } from '../../projects/toCard';
import { updateSession } from '../../projects/session';
import { prepareProject } from './prepareProject';
import { ProjectPage } from './ProjectPage';

jest.mock('../../api/getProject', () => ({ getProject: jest.fn() }));
const getMock = jest.mocked(getProject);

const HERE = '/projects/harbour00000001';
const next = {
  ...{ id: 'other', collection: 'projects', title: 'Other', category: 'Website' },
  ...{ coverImage: '', colour: '' },
};

function open(embedded?: Project) {
  const pages = [{ id: 'page', path: '/projects/:projectId', Component: ProjectPage }];
  const data = embedded && { page: { ...prepareProject(embedded, () => window), next } };
  const { router, container } = renderAt(HERE, pages, data);
  return { container, navigateTo: (to: string) => act(() => router.navigate(to)) };
}

const settled = () => act(async () => new Promise((done) => setTimeout(done)));

async function openLoaded(project: Project) {
  getMock.mockResolvedValueOnce(project);
  const view = open();
  await settled();
  return view;
}

function pendingProject() {
  let resolve: (project?: Project) => void = () => undefined;
  getMock.mockReturnValueOnce(new Promise((settle) => (resolve = settle)));
  return async (project?: Project) => {
    resolve(project);
    await settled();
  };
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const skeleton = () => screen.queryByTestId('skeleton');
const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content');
const title = (name: string) => `${name} · ${site.company.shortName}`;
const details = () => screen.queryByRole('heading', { name: 'About this project' })?.nextElementSibling;
const ABORTED = new ApiError({ isAbort: true });
const FAILURES = [
  ['with a backend error', new ApiError({ status: 500 })],
  ['with a script error', new TypeError('broken')],
] as const;

beforeEach(() => {
  forgetSession();
  getMock.mockReset();
  document.head.innerHTML = '<title>Project</title><meta name="robots" content="noindex">';
});

describe('§4 a project that must be requested first', () => {
  async function openWith(answer: Promise<Project | undefined>) {
    getMock.mockReturnValueOnce(answer);
    const { container } = open();
    const marked = container.querySelector(`[${PENDING_ATTRIBUTE}]`);
    expect(within(marked as HTMLElement).getByTestId('skeleton')).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Loading project');
    await settled();
    expect(getMock.mock.calls.map(([id]) => id)).toEqual(['harbour00000001']);
    return container;
  }

  test('shows a skeleton that is marked as pending, then the project', async () => {
    const container = await openWith(Promise.resolve(sampleProject()));
    expect([heading(), skeleton()]).toEqual(['Harbour Lights', null]);
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('Project loaded');
  });

  test.each([
    [
      'the project does not exist',
      Promise.resolve(undefined),
      'The project you are looking for does not exist.',
    ],
    ...FAILURES.map(
      ([how, error]) =>
        [`§8 the request fails ${how}`, error, 'Failed to load project. Please try again later.'] as const,
    ),
  ])('shows a skeleton marked as pending, then “Project Not Found” if %s', async (_, answer, words) => {
    await openWith(answer instanceof Error ? Promise.reject(answer) : answer);
    expect(heading()).toBe('Project Not Found');
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('link', { name: 'View All Projects' })).toHaveAttribute('href', '/projects');
    expect(screen.getByRole('link', { name: 'Go Back' })).toBeVisible();
    expect([document.title, robots()]).toEqual([title('Project Not Found'), 'noindex']);
  });

  test('§8 keeps its skeleton if the request was aborted', async () => {
    await openWith(Promise.reject(ABORTED));
    expect(skeleton()).toBeInTheDocument();
  });
});

describe('§2 a project page', () => {
  test('shows the title and “Start Your Project” if the project has only a title', async () => {
    await openLoaded(bareProject());
    expect(heading()).toBe('Harbour Lights');
    expect(screen.queryByRole('region', { name: /Pictures/ })).toBeNull();
    expect([details(), document.querySelector('dl')]).toEqual([undefined, null]);
    expect(screen.getByRole('link', { name: 'Start Your Project' })).toHaveAttribute('href', '/contact');
  });

  const precedes = (one: Element | null, other: Element | null) =>
    Boolean(one && other && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

  test('begins with title, category, status, description, problem and cover, in that order', async () => {
    const { container } = await openLoaded(sampleProject());
    const parts = [
      screen.getByRole('heading', { level: 1 }),
      screen.getAllByRole('link', { name: 'Website' })[0] ?? null,
      screen.getAllByText('Completed')[0] ?? null,
      screen.getByText('A booking site for a small ferry line.'),
      screen.getByText('Passengers queued twice: for a ticket, and for the boat.'),
      container.querySelector('img'),
    ];
    parts.slice(1).forEach((part, index) => expect(precedes(parts[index] ?? null, part)).toBe(true));
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts.slice(0, 2)).toEqual(['A ferry line with forty people', 'Three people, four months']);
  });

  test('has its gallery after the text, only with the pictures that the text does not show', async () => {
    const gallery = () => screen.getByRole('region', { name: /Pictures/ });
    const thumbnails = () => screen.getAllByRole('button', { name: /^Show picture/ });
    const answer = pendingProject();
    open(sampleProject());
    expect(precedes(details() ?? null, gallery())).toBe(true);
    expect(thumbnails()).toHaveLength(3);
    const file = '/api/files/projects/harbour00000001/';
    await answer(
      sampleProject({
        longDescription: `<p><img src="${file}two.jpg" alt="A quay"></p><p><img src="${file}one.jpg?thumb=100x100" alt=""></p>`,
        imageDescriptions: ['A mast', 'A quay', 'A lamp'],
        modified: '2026-03-02T09:00:00.000Z',
      }),
    );
    expect(precedes(screen.getByRole('img', { name: 'A quay' }), gallery())).toBe(true);
    expect(thumbnails()).toHaveLength(2);
    // The text contains only a cropped thumbnail of `one.jpg`, so the gallery still shows that picture.
    expect(within(gallery()).getByRole('img', { name: 'A mast' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    expect(within(gallery()).getByRole('img', { name: 'A lamp' })).toBeVisible();
  });

  test('has no gallery if the text shows all pictures', async () => {
    const longDescription = ['one', 'two', 'three']
      .map((name) => `<p><img src="/api/files/projects/harbour00000001/${name}.jpg" alt=""></p>`)
      .join('');
    await openLoaded(sampleProject({ longDescription }));
    expect(screen.queryByRole('region', { name: /Pictures/ })).toBeNull();
  });

  test('without a long text, shows the description once and the panel as a row', async () => {
    await openLoaded(sampleProject({ longDescription: '' }));
    expect(screen.getAllByText('A booking site for a small ferry line.')).toHaveLength(1);
    expect(details()).toBeUndefined();
    expect(screen.getByRole('region', { name: 'At a glance' })).toHaveClass('row');
  });

  test('§3 has the colour of its project', async () => {
    const { container } = await openLoaded(sampleProject({ colour: 'moss' }));
    expect(container.querySelector('.page')).toHaveAttribute('data-colour', 'moss');
  });

  test('links to the projects of its category', async () => {
    await openLoaded(sampleProject({ category: 'Web & more' }));
    for (const link of screen.getAllByRole('link', { name: 'Web & more' }))
      expect(link).toHaveAttribute('href', '/projects?category=Web%20%26%20more');
  });

  test('has no next project if its own project is not in the list', async () => {
    updateSession({ list: [toCard(sampleProject({ id: 'other' }))] });
    await openLoaded(sampleProject());
    expect(screen.queryByRole('navigation', { name: 'Next project' })).toBeNull();
  });
});

describe('a project that the list has already shown', () => {
  test('shows at once what the list knows, and a skeleton until the rest has loaded', async () => {
    updateSession({ list: ['first', 'harbour00000001'].map((id) => toCard(sampleProject({ id }))) });
    const answer = pendingProject();
    const { container } = open();
    const [shownTitle] = screen.getAllByRole('heading', { level: 1, name: 'Harbour Lights' });
    const panel = within(screen.getByRole('region', { name: 'At a glance' }));
    expect(panel.getAllByRole('listitem').map((tag) => tag.textContent)).toEqual(['React', 'Go']);
    expect(panel.getByText('Completed')).toBeVisible();
    const cover = container.querySelector('img');
    expect(cover).toHaveAttribute('src', expect.stringContaining('cover_a1.jpg'));
    expect(cover).toHaveAttribute('fetchpriority', 'high');
    expect(screen.queryByRole('region', { name: /Pictures/ })).toBeNull();
    expect(skeleton()).toBeInTheDocument();
    expect(details()).toBeUndefined();
    expect([document.title, robots()]).toEqual([title('Harbour Lights'), 'noindex']);
    expect(screen.queryByRole('navigation', { name: 'Next project' })).toBeNull();

    await answer(sampleProject());
    expect(skeleton()).toBeNull();
    expect(details()).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBe(shownTitle);
    expect(container.querySelector('img')).toBe(cover);
    expect(screen.getByRole('img', { name: 'Harbour Lights, picture 1' })).toBeVisible();
    // This project is the last one in the list, so its page links to the first.
    const way = within(screen.getByRole('navigation', { name: 'Next project' }));
    expect(way.getByRole('link')).toHaveAttribute('href', '/projects/first');
    expect(screen.getAllByRole('button', { name: /^Show picture/ })).toHaveLength(3);
    expect(robots()).toBeUndefined();
  });

  test('§8 keeps its header if the request fails, says so, and can be tried again', async () => {
    updateSession({ list: [toCard(sampleProject())] });
    getMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    const { container } = open();
    const cover = container.querySelector('img');
    await settled();
    expect(heading()).toBe('Harbour Lights');
    expect(container.querySelector('img')).toBe(cover);
    expect(screen.queryByText('Project Not Found')).toBeNull();
    expect(within(screen.getByRole('alert')).getByRole('heading')).toHaveTextContent('Error Loading Project');
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load project. Please try again later.');
    const answer = pendingProject();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(skeleton()).toBeInTheDocument();
    await answer(sampleProject());
    expect(details()).toBeVisible();
  });
});

describe('a project that is embedded in the page', () => {
  const turn = () => userEvent.click(screen.getByRole('button', { name: 'Next image' }));

  test('is shown at once, is requested once, and is not changed by an identical response', async () => {
    const answer = pendingProject();
    const { container, navigateTo } = open(sampleProject());
    expect([heading(), skeleton()]).toEqual(['Harbour Lights', null]);
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    await turn();
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
    await answer(sampleProject());
    await navigateTo(`${HERE}?page=2`);
    observer.disconnect();
    expect(changes).toEqual([]);
    expect(getMock).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['keeping its text if it was not modified', '', /^The taskMake booking easy\.$/],
    ['with new, sanitised text if it was modified', '2026-03-02T09:00:00.000Z', /^Other $/],
  ])('is replaced by a different response, %s', async (_, modified, words) => {
    const answer = pendingProject();
    open(sampleProject());
    await turn();
    const text = details()?.firstChild;
    await answer(
      sampleProject({
        title: 'Harbour Nights',
        description: 'By lamplight.',
        longDescription: '<p>Other <img src=x onerror="hacked()"></p>',
        images: ['zero.jpg', 'one.jpg', 'two.jpg'],
        ...(modified && { modified }),
      }),
    );
    expect([heading(), document.title]).toEqual(['Harbour Nights', title('Harbour Nights')]);
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute('content', 'By lamplight.');
    expect(details()?.textContent).toMatch(words);
    expect(details()?.querySelector('img')).toBeNull();
    expect(details()?.firstChild === text).toBe(!modified);
    expect(screen.getByRole('img', { name: 'Harbour Nights, picture 3' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next image' })).toHaveFocus();
  });

  test('is replaced by “Project Not Found” if the backend no longer has the project', async () => {
    const answer = pendingProject();
    open(sampleProject());
    const way = screen.getByRole('navigation', { name: 'Next project' });
    await answer();
    expect(heading()).toBe('Project Not Found');
    expect(way).not.toBeInTheDocument();
  });

  test.each([...FAILURES, ['because it was aborted', ABORTED]] as const)(
    '§8 stays if the new request fails %s',
    async (_, error) => {
      getMock.mockRejectedValueOnce(error);
      open(sampleProject());
      await settled();
      expect(heading()).toBe('Harbour Lights');
    },
  );

  test('§4 aborts its request on a navigation to another project, and ignores a late response', async () => {
    const [late, answer, again] = [pendingProject(), pendingProject(), pendingProject()];
    const { navigateTo } = open(sampleProject());
    await turn();
    const way = screen.getByRole('navigation', { name: 'Next project' });
    expect(way).toHaveTextContent('Next project · Website');
    await userEvent.click(within(way).getByRole('link', { name: 'Other' }));
    expect(getMock.mock.calls.map(([id, signal]) => [id, signal?.aborted])).toEqual([
      ['harbour00000001', true],
      ['other', false],
    ]);
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(skeleton()).toBeInTheDocument();
    expect(way).not.toBeInTheDocument();
    await answer(sampleProject({ id: 'other', title: 'Other', longDescription: '<p>The other one</p>' }));
    await late(sampleProject({ title: 'Late' }));
    expect([heading(), details()?.textContent]).toEqual(['Other', 'The other one']);
    expect(screen.getByRole('img', { name: 'Other, picture 1' })).toBeVisible();
    await navigateTo(HERE);
    expect(skeleton()).toBeInTheDocument();
    await again(sampleProject());
    expect(heading()).toBe('Harbour Lights');
  });
});
