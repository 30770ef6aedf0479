import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { CharacterCounter } from './CharacterCounter';

const limit = { characters: 5000, message: 'Message must be 5000 characters or less' };
const counter = (used: number) => <CharacterCounter id="counter" used={used} limit={limit} />;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [4000, null, '', ''],
  [4001, 'near', '999 left', '4001 of 5000 characters used'],
  [4500, 'near', '500 left', '4500 of 5000 characters used'],
  [4501, 'at-limit', 'Only 499 left', '4501 of 5000 characters used'],
  [4999, 'at-limit', 'Only 1 left', '4999 of 5000 characters used'],
  [5000, 'at-limit', limit.message, `${limit.message}. Anything beyond that is cut off.`],
  [5001, 'at-limit', 'None left', '5001 of 5000 characters used'],
])(
  '§5 at %i/5000, the counter is in the state %s, shows the words %j and announces %j',
  async (used, state, words, announced) => {
    render(counter(used));
    const shown = screen.getByText(`${used}/5000`).parentElement;
    expect(shown?.getAttribute('data-state') ?? null).toBe(state);
    expect(shown).toHaveTextContent(new RegExp(`^${words}${used}/5000$`));
    await pass(1000);
    expect(screen.getByRole('status').textContent).toBe(announced);
  },
);

test('§5 the counter is announced after a pause in typing', async () => {
  const { rerender } = render(counter(4001));
  const status = screen.getByRole('status');
  for (let length = 4002; length <= 4010; length += 1) {
    await pass(900);
    rerender(counter(length));
    expect(status).toBeEmptyDOMElement();
  }
  await pass(999);
  expect(status).toBeEmptyDOMElement();
  await pass(1);
  expect(status).toHaveTextContent('4010 of 5000 characters used');
});
