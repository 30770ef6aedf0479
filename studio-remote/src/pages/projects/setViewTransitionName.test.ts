import { expect, test } from '@jest/globals';
import { setViewTransitionName } from './setViewTransitionName';

const NAME = 'view-transition-name';

/** An element whose styles may have any name: jsdom drops those that it does not know. */
function picture(): HTMLElement {
  const names = new Map<string, string>();
  const style = {
    setProperty: (name: string, value: string) => names.set(name, value),
    removeProperty: (name: string) => names.delete(name),
    getPropertyValue: (name: string) => names.get(name) ?? '',
  };
  return { style } as unknown as HTMLElement;
}

const nameOf = ({ style }: HTMLElement) => style.getPropertyValue(NAME);

test('§2 one picture has the name at a time: the one that was given it last', () => {
  const [first, second] = [picture(), picture()];
  setViewTransitionName(first);
  expect(nameOf(first)).toBe('picture');
  setViewTransitionName(second);
  expect([nameOf(first), nameOf(second)]).toEqual(['', 'picture']);
});

test('a card without a picture leaves the name where it is', () => {
  const one = picture();
  setViewTransitionName(one);
  setViewTransitionName(null);
  expect(nameOf(one)).toBe('picture');
});
