import { expect, test } from '@jest/globals';
import { setViewTransitionName } from './setViewTransitionName';

test('§2 one picture has the name at a time, the one that was given it last; a card without a picture leaves it there', () => {
  const names: string[] = [];
  // jsdom drops styles that it does not know.
  const picture = (of: string) =>
    ({
      style: { setProperty: () => names.push(of), removeProperty: () => names.splice(names.indexOf(of), 1) },
    }) as unknown as HTMLElement;
  for (const [element, expected] of [
    [picture('first'), ['first']],
    [picture('second'), ['second']],
    [null, ['second']],
  ] as const) {
    setViewTransitionName(element);
    expect(names).toEqual(expected);
  }
});
