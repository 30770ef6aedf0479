import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { handleOf, renderLayout } from './testing/renderLayout';

test('a bar is there while a move waits for its page, and only then', async () => {
  let arrive: (page: { Component: () => string }) => void = () => undefined;
  const slow = {
    path: '/slow',
    handle: handleOf('Slow'),
    lazy: () => new Promise<{ Component: () => string }>((resolve) => (arrive = resolve)),
  };
  const { router } = await renderLayout('/', [slow]);
  const bar = () => document.querySelector('.progress');
  expect(bar()).not.toBeInTheDocument();

  act(() => void router.navigate('/slow'));
  await waitFor(() => expect(bar()).toBeInTheDocument());
  expect(bar()).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('heading', { name: 'Home page' })).toBeVisible();

  act(() => arrive({ Component: () => 'Here at last' }));
  expect(await screen.findByText('Here at last')).toBeVisible();
  expect(bar()).not.toBeInTheDocument();
});
