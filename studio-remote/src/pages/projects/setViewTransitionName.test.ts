import { expect, test } from '@jest/globals';
import { setViewTransitionName } from './setViewTransitionName';

test('§2 one picture has the name at a time, the one that was given it last; a card without a picture leaves it there', () => {
  const [first, second] = [document.createElement('div'), document.createElement('div')];
  const names = () => [first, second].map(({ style }) => style.getPropertyValue('view-transition-name'));
  setViewTransitionName(first);
  expect(names()).toEqual(['picture', '']);
  setViewTransitionName(second);
  expect(names()).toEqual(['', 'picture']);
  setViewTransitionName(null);
  expect(names()).toEqual(['', 'picture']);
});
