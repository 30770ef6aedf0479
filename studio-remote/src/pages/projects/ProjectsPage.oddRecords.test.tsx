import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { get } from '@site/shared/api/client';
import { renderAt } from '@site/shared/testing/renderAt';
import { oddRecords } from '../../testing/oddRecords';
import { ProjectsPage } from './ProjectsPage';

jest.mock('@site/shared/api/client', () => ({ get: jest.fn() }));

test('§3 megabytes and odd values in records are shown as far as they make sense, without delay', async () => {
  jest.mocked(get).mockResolvedValueOnce({ items: [...oddRecords, null, 7, 'x', {}] });
  const started = performance.now();
  renderAt('/projects', [{ path: '/projects', Component: ProjectsPage }]);
  expect(await screen.findByRole('link', { name: 'Huge' })).toBeVisible();
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(screen.getAllByRole('article')).toHaveLength(oddRecords.length);
  expect(screen.getByRole('link', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  expect(screen.getByRole('button', { name: '__proto__' })).toBeVisible();
  expect(document.body.textContent.length).toBeLessThan(20_000);
});
