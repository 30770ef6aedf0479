import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { get } from '@site/shared/api/client';
import { renderAt } from '@site/shared/testing/renderAt';
import { oddRecords } from '../../testing/oddRecords';
import { ProjectPage } from './ProjectPage';

jest.mock('@site/shared/api/client', () => ({ get: jest.fn() }));

function open(id: string) {
  const page = { path: '/projects/:projectId', Component: ProjectPage };
  renderAt(`/projects/${encodeURIComponent(id)}`, [page]);
}

test.each(oddRecords)(
  '§3 a record with odd values is shown as far as it makes sense: $id',
  async (record) => {
    jest.mocked(get).mockResolvedValueOnce({ items: [record] });
    const started = performance.now();
    open('any');
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    expect(performance.now() - started).toBeLessThan(3000);
    expect(document.body.textContent.length).toBeLessThan(20_000);
  },
);

test('§4 an id that cannot exist is not found, without a request', async () => {
  jest.mocked(get).mockReset();
  open('a\0b');
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeVisible();
  expect(get).not.toHaveBeenCalled();
});
