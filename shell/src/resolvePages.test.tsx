import { describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { resolvePages } from './resolvePages';
import { pageRoute } from './testing/pageRoute';

const Project = () => <h1>Project</h1>;

describe('the page at a path', () => {
  test('is loaded, and no other page is', async () => {
    const loadProject = jest.fn<PageRoute['lazy']>().mockResolvedValue({ Component: Project });
    const loadProjects = jest.fn<PageRoute['lazy']>();
    const project = pageRoute('studio/ProjectPage', '/projects/:projectId', loadProject);
    const pages = await resolvePages(
      [pageRoute('studio/ProjectsPage', '/projects', loadProjects), project],
      '/projects/abc',
    );
    const { id, path, handle } = project;
    expect(pages).toEqual([{ id, path, handle, Component: Project }]);
    expect(loadProjects).not.toHaveBeenCalled();
  });

  test('is the static one where a pattern would do too', async () => {
    const pages = await resolvePages(
      [pageRoute('studio/Pattern', '/projects/:projectId'), pageRoute('studio/Static', '/projects/new')],
      '/projects/new',
    );
    expect(pages.map(({ id }) => id)).toEqual(['studio/Static']);
  });

  test('does not exist where no route answers the path', async () => {
    expect(await resolvePages([pageRoute('studio/HomePage', '/')], '/nowhere')).toEqual([]);
    expect(await resolvePages([], '/')).toEqual([]);
  });

  test('cannot be resolved if its code cannot be loaded', async () => {
    const lost = pageRoute('studio/HomePage', '/', () => Promise.reject(new Error('lost')));
    await expect(resolvePages([lost], '/')).rejects.toThrow('lost');
  });
});
