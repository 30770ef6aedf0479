import { expect, jest, test } from '@jest/globals';
import { allowSkippedTransitions } from './allowSkippedTransitions';

test('a transition begins as before, and nobody hears of one that is skipped', async () => {
  const ready = Promise.reject(new DOMException('skipped', 'AbortError'));
  const handled = jest.spyOn(ready, 'catch');
  const transition = { ready } as unknown as ViewTransition;
  const start = jest.fn<Document['startViewTransition']>(() => transition);
  const page = { startViewTransition: start };
  allowSkippedTransitions(page);
  const update = () => undefined;
  expect(page.startViewTransition(update)).toBe(transition);
  expect(start).toHaveBeenCalledWith(update);
  expect(handled).toHaveBeenCalled();
  await expect(handled.mock.results[0]?.value).resolves.toBeUndefined();
});

test('a browser without transitions stays without', () => {
  const page = {} as Document;
  allowSkippedTransitions(page);
  expect(page).toEqual({});
});
