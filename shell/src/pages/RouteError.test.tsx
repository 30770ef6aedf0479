import { beforeEach, expect, jest, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { act, screen, within } from '@testing-library/react';
import { pageAt, renderLayout } from '../layout/testing/renderLayout';

let logged: jest.SpiedFunction<typeof console.error>;

beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Crashing(): never {
  throw new Error('the page is broken');
}

test('an announced message with a retry button replaces a crashed page', async () => {
  const { router, user } = await renderLayout('/', [pageAt('/crashing', 'Crashing', <Crashing />)]);
  await act(() => router.navigate('/crashing'));
  const page = within(screen.getByRole('main'));
  expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible();
  expect(page.getByRole('alert')).toHaveTextContent('Load it again');
  for (const part of ['banner', 'contentinfo']) expect(screen.getByRole(part)).toBeVisible();
  expect(document.body).not.toHaveTextContent('the page is broken');
  expect(document.title).toBe(`Something went wrong · ${site.company.shortName}`);
  expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent(document.title);

  logged.mockClear();
  await user.click(page.getByRole('button', { name: 'Try Again' }));
  // jsdom reports an error instead of reloading the page.
  expect(logged.mock.calls.map(String)).toEqual([expect.stringContaining('navigation')]);
  await user.click(page.getByRole('link', { name: 'Go to the home page' }));
  expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
});

test('the message has its own <main> if the crashed page has no chrome', async () => {
  await renderLayout('/crashing', [pageAt('/crashing', 'Alone', <Crashing />, { chrome: 'none' })]);
  expect(within(screen.getByRole('main')).getByRole('alert')).toBeVisible();
});

test('in development, the message includes the error and its stack', async () => {
  // In development, the error screen uses `EventSource` to wait for the next build, but jsdom does not provide that API.
  Object.assign(window, {
    EventSource: class {
      close = () => undefined;
    },
  });
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'development';
  try {
    await renderLayout('/crashing', [pageAt('/crashing', 'Crashing', <Crashing />)]);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Error: the page is broken');
    expect(alert).toHaveTextContent(/at Crashing \(.*RouteError\.test\.tsx/);
  } finally {
    process.env.NODE_ENV = before;
  }
});
