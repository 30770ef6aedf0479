import { expect, test } from '@jest/globals';
import { setViewTransitionName } from './setViewTransitionName';

const getName = ({ style }: HTMLElement) => style.getPropertyValue('view-transition-name');

test('§2 only the latest element has the view transition name', () => {
  const first = document.createElement('div');
  const second = document.createElement('div');
  setViewTransitionName(first);
  expect([getName(first), getName(second)]).toEqual(['picture', '']);
  setViewTransitionName(second);
  expect([getName(first), getName(second)]).toEqual(['', 'picture']);
});

test('§2 an element keeps the view transition name if there is no next element', () => {
  const element = document.createElement('div');
  setViewTransitionName(element);
  setViewTransitionName(null);
  expect(getName(element)).toBe('picture');
});
