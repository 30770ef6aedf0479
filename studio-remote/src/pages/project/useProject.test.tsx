import { beforeEach, describe, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { useParams } from 'react-router-dom';
import { ApiError } from '@site/shared/api/ApiError';
import { renderAt } from '@site/shared/testing/renderAt';
import { getProject } from '../../api/getProject';
import type { Project } from '../../api/Project';
import { sampleProject } from '../../testing/sampleProject';
import { visit } from '../projects/visit';
import { prepareProject } from './prepareProject';
import { useProject } from './useProject';

jest.mock('../../api/getProject', () => ({ getProject: jest.fn() }));
const getMock = jest.mocked(getProject);

const LOADING = { status: 'loading', known: undefined };
const loaded = (differences: Partial<Project> = {}) => ({
  status: 'loaded',
  project: expect.objectContaining(differences) as unknown,
});

/** The page of a project, with its data embedded or without; `states` are those of its renders. */
function open(embedded?: Project) {
  const states: unknown[] = [];
  function Page() {
    states.push(useProject(useParams().projectId ?? ''));
    return null;
  }
  const page = { id: 'page', path: '/projects/:projectId', Component: Page };
  const data = embedded && { page: prepareProject(embedded, () => window) };
  const { router, unmount } = renderAt('/projects/harbour00000001', [page], data);
  const moveTo = (to: string) => act(() => router.navigate(to));
  return { states, moveTo, unmount };
}

/** A request that is answered by hand. */
function pendingProject() {
  let resolve: (project: Project) => void = () => undefined;
  getMock.mockReturnValueOnce(new Promise((settle) => (resolve = settle)));
  return (project: Project) => act(async () => Promise.resolve(resolve(project)));
}

const settled = () => act(async () => new Promise((done) => setTimeout(done)));

beforeEach(() => {
  delete visit.shown;
  getMock.mockReset();
});

describe('§4 a project', () => {
  test.each([
    ['loaded', () => Promise.resolve(sampleProject()), loaded({ title: 'Harbour Lights' })],
    ['not found', () => Promise.resolve(undefined), { status: 'notFound' }],
    ['§8 failed', () => Promise.reject(new ApiError({ status: 500 })), { status: 'error' }],
    ['§8 failed without an answer', () => Promise.reject(new ApiError()), { status: 'error' }],
    ['failed by an error of ours', () => Promise.reject(new TypeError('broken')), { status: 'error' }],
    ['§8 loading for ever if it was aborted', () => Promise.reject(new ApiError({ isAbort: true })), LOADING],
  ])('is loading, then %s', async (_, answer, outcome) => {
    getMock.mockImplementationOnce(answer);
    const { states } = open();
    expect(states).toEqual([LOADING]);
    await settled();
    expect(states.at(-1)).toEqual(outcome);
    expect(getMock.mock.calls.map(([id]) => id)).toEqual(['harbour00000001']);
  });

  test('gives its request up for another one, and what comes late for the first is ignored', async () => {
    const [answerFirst, answerSecond] = [pendingProject(), pendingProject()];
    const { states, moveTo, unmount } = open();
    await moveTo('/projects/other');
    expect(states.at(-1)).toEqual(LOADING);
    expect(getMock.mock.calls.map(([id, signal]) => [id, signal?.aborted])).toEqual([
      ['harbour00000001', true],
      ['other', false],
    ]);
    await answerSecond(sampleProject({ id: 'other', title: 'Other' }));
    await answerFirst(sampleProject({ title: 'Late' }));
    expect(states.at(-1)).toEqual(loaded({ title: 'Other' }));
    unmount();
    expect(getMock.mock.calls[1]?.[1]?.aborted).toBe(true);
  });
});

describe('a project that is embedded in the page', () => {
  test('is there at once, is read once, and is the same after an equal answer or a change of the query', async () => {
    const answer = pendingProject();
    const { states, moveTo } = open(sampleProject());
    expect(states).toEqual([loaded({ title: 'Harbour Lights' })]);
    await answer(sampleProject());
    await moveTo('/projects/harbour00000001?page=2');
    expect(new Set(states).size).toBe(1);
    expect(getMock).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['keeps its rich text, if nobody has changed it', {}, sampleProject().longDescription],
    [
      'is another text, made safe, if somebody has',
      { modified: '2026-03-02T09:00:00.000Z' },
      '<p>Other </p>',
    ],
  ])('gives way to another answer, and %s', async (_, differences, longDescription) => {
    const answer = pendingProject();
    const { states } = open(sampleProject());
    const text = '<p>Other <img src=x onerror="hacked()"></p>';
    await answer(sampleProject({ title: 'Harbour Nights', longDescription: text, ...differences }));
    await settled();
    expect(states.at(-1)).toEqual(loaded({ title: 'Harbour Nights', longDescription }));
  });

  test.each([new ApiError({ status: 500 }), new ApiError(), new TypeError('broken')])(
    '§8 stays if reading it again fails: %s',
    async (error) => {
      getMock.mockRejectedValueOnce(error);
      const { states } = open(sampleProject());
      await settled();
      expect(states.at(-1)).toEqual(loaded({ title: 'Harbour Lights' }));
    },
  );

  test('is not found if it is gone by now', async () => {
    getMock.mockResolvedValueOnce(undefined);
    const { states } = open(sampleProject());
    await settled();
    expect(states.at(-1)).toEqual({ status: 'notFound' });
  });

  test('is not the next one, to which it lends no text, and is loaded when the visitor comes back', async () => {
    getMock.mockResolvedValueOnce(sampleProject());
    const { states, moveTo } = open(sampleProject());
    const answerNext = pendingProject();
    await moveTo('/projects/other');
    expect(states.at(-1)).toEqual(LOADING);
    await answerNext(sampleProject({ id: 'other', longDescription: '<p>The other one</p>' }));
    await settled();
    expect(states.at(-1)).toEqual(loaded({ id: 'other', longDescription: '<p>The other one</p>' }));
    const answerAgain = pendingProject();
    await moveTo('/projects/harbour00000001');
    expect(states.at(-1)).toEqual(LOADING);
    await answerAgain(sampleProject());
    expect(states.at(-1)).toEqual(loaded({ id: 'harbour00000001' }));
  });
});
