import { describe, expect, jest, test } from '@jest/globals';
import { whenVisible } from './whenVisible';

function becomes(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('when a page can be seen', () => {
  test('the work is done at once, and once only', () => {
    const work = jest.fn();
    whenVisible(work);
    expect(work).toHaveBeenCalledTimes(1);
    becomes('hidden');
    becomes('visible');
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('in a tab in the background it waits until that comes to the front', () => {
    becomes('hidden');
    const work = jest.fn();
    whenVisible(work);
    becomes('hidden');
    expect(work).not.toHaveBeenCalled();
    becomes('visible');
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('it is not done any more after it was given up', () => {
    becomes('hidden');
    const work = jest.fn();
    whenVisible(work)();
    becomes('visible');
    expect(work).not.toHaveBeenCalled();
  });
});
