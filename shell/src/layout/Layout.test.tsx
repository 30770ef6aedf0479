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

  let move: Promise<void> | undefined;
  act(() => {
    move = router.navigate('/slow');
  });
  await waitFor(() => expect(bar()).toBeInTheDocument());
  expect(bar()).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('heading', { name: 'Home page' })).toBeVisible();

  await act(async () => {
    arrive({ Component: () => 'Here at last' });
    await move;
  });
  expect(await screen.findByText('Here at last')).toBeVisible();
  expect(bar()).not.toBeInTheDocument();
});
