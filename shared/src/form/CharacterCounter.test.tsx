import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { CharacterCounter } from './CharacterCounter';

const limit = { characters: 5000, message: 'Message must be 5000 characters or less' };
const counter = (length: number, cut = false) => (
  <CharacterCounter id="counter" text={'x'.repeat(length)} limit={limit} cut={cut} />
);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('§5 the message counter', () => {
  test.each([
    [0, null, ''],
    [4000, null, ''],
    [4001, 'near', '999 left'],
    [4500, 'near', '500 left'],
    [4501, 'at-limit', 'Only 499 left'],
    [4999, 'at-limit', 'Only 1 left'],
    [5000, 'at-limit', 'None left'],
  ])('shows %i/5000 in the state %s, in words too: %j', (used, state, words) => {
    render(counter(used));
    const shown = screen.getByText(`${used}/5000`);
    if (state === null) expect(shown.parentElement).not.toHaveAttribute('data-state');
    else expect(shown.parentElement).toHaveAttribute('data-state', state);
    expect(shown.parentElement).toHaveTextContent(new RegExp(`^${words}${used}/5000$`));
  });

  test('counts code points', () => {
    render(<CharacterCounter id="counter" text="👋👋é" limit={limit} cut={false} />);
    expect(screen.getByText('3/5000')).toBeVisible();
  });
});

describe('the counter for screen readers', () => {
  test('is silent up to 80 %', async () => {
    render(counter(4000));
    await pass(10_000);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('speaks after a pause in typing, not at every key', async () => {
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
    expect(screen.getByRole('status')).toBe(status);
  });

  test('says at once that something was cut, and says so for everyone', async () => {
    const { rerender } = render(counter(10));
    rerender(counter(5000, true));
    await pass(0);
    expect(screen.getByRole('status')).toHaveTextContent(
      `${limit.message}. Anything beyond that was cut off.`,
    );
    expect(screen.getByText(limit.message)).toBeVisible();
    rerender(counter(4999));
    await pass(1000);
    expect(screen.getByRole('status')).toHaveTextContent('4999 of 5000 characters used');
    expect(screen.queryByText(limit.message)).toBeNull();
  });

  test('is silent again when the text has gone', async () => {
    const { rerender } = render(counter(5000, true));
    await pass(0);
    rerender(counter(0, true));
    await pass(1000);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.queryByText(limit.message)).toBeNull();
  });
});
