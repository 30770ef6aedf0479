import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLimitedInput } from './useLimitedInput';

const change = jest.fn<(value: string) => void>();

/** An input of three characters at most; `cut` is said beside it. */
function Sample({ text = '', limited = true, of: Element = 'input' as 'input' | 'textarea' }) {
  const [value, setValue] = useState(text);
  const rules = limited ? { limit: { characters: 3, message: 'Too long' } } : {};
  const { cut, ...handlers } = useLimitedInput({
    id: 'sample',
    name: 'sample',
    value,
    rules,
    error: undefined,
    readOnly: false,
    change: (next) => {
      change(next);
      setValue(next);
    },
  });
  return (
    <>
      <Element {...handlers} aria-label="Sample" value={value} />
      {cut && <p>Too long</p>}
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Sample' });
const isCut = () => screen.queryByText('Too long') !== null;

/** Stands for the browser's editing, which jsdom has not. */
function edit() {
  return jest.spyOn(document, 'execCommand').mockImplementation((_command, _ui, text = '') => {
    const { selectionStart, selectionEnd } = input();
    input().setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end');
    return true;
  });
}

/** Says that something is about to be put in. Whether the browser goes on to do so. */
function announce(inputType: string, data: string | null, [start, end = start]: [number, number?] = [0]) {
  input().setSelectionRange(start, end);
  const event = new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true });
  let goesOn = true;
  act(() => {
    goesOn = input().dispatchEvent(event);
  });
  return goesOn;
}

beforeEach(() => {
  change.mockReset();
});

describe('§5 what a key or a paste adds beyond the limit', () => {
  test.each(['insertText', 'insertFromPaste'])('is cut before it is there, as undo knows it: %s', (type) => {
    const editing = edit();
    render(<Sample text="ab" />);
    expect(announce(type, 'XYZ', [1])).toBe(false);
    expect(editing.mock.calls).toEqual([['insertText', false, 'X']]);
    expect(change.mock.calls).toEqual([['aXb']]);
    expect(input()).toHaveValue('aXb');
    expect(isCut()).toBe(true);
  });

  test.each<[string, string | null]>([
    ['insertText', 'X'],
    ['insertFromPaste', '\r\n'],
    ['insertLineBreak', null],
  ])('is refused where nothing fits: %s of %j', (type, data) => {
    const editing = edit();
    render(<Sample text="abc" of="textarea" />);
    expect(announce(type, data, [1])).toBe(false);
    expect(editing).not.toHaveBeenCalled();
    expect(change.mock.calls).toEqual([['abc']]);
    expect(isCut()).toBe(true);
  });

  test('is said to be so also when the event of what was cut comes late, and until something else is put in', () => {
    edit();
    render(<Sample text="ab" />);
    announce('insertText', 'XYZ', [2]);
    fireEvent.input(input(), { target: { value: 'a' } });
    expect(isCut()).toBe(false);
    fireEvent.input(input(), { target: { value: 'abX' } });
    expect(isCut()).toBe(true);
  });
});

describe('is left to the browser:', () => {
  test('Enter in a full field of one line, which submits', () => {
    render(<Sample text="abc" />);
    expect(announce('insertLineBreak', null, [3])).toBe(true);
    expect(isCut()).toBe(false);
  });

  test.each<[string, string, string | null, [number, number?]]>([
    ['what fits', 'insertText', 'c', [2]],
    ['what takes the place of something', 'insertFromPaste', 'xyz', [0, 2]],
    ['a line break that fits', 'insertLineBreak', null, [2]],
    ['a line break of two signs, which is one', 'insertFromPaste', '\r\n', [2]],
    ['an old one', 'insertFromPaste', '\r', [2]],
    ['what is composed', 'insertCompositionText', 'XYZ', [2]],
    ['what is taken away', 'deleteContentBackward', null, [2]],
    ['another way of putting in', 'insertTextElsewhere', 'XYZ', [2]],
    ['and another', 'xinsertText', 'XYZ', [2]],
  ])('%s', (_what, type, data, selection) => {
    const editing = edit();
    render(<Sample text="ab" />);
    expect(announce(type, data, selection)).toBe(true);
    expect(editing).not.toHaveBeenCalled();
    expect(change).not.toHaveBeenCalled();
  });

  test('anything, without a limit', () => {
    const editing = edit();
    render(<Sample limited={false} />);
    expect(announce('insertText', 'wxyz')).toBe(true);
    expect(editing).not.toHaveBeenCalled();
    fireEvent.input(input(), { target: { value: 'wxyz' } });
    expect(change.mock.calls).toEqual([['wxyz']]);
    expect(isCut()).toBe(false);
  });

  test('what is put into an element that has gone', () => {
    const { unmount } = render(<Sample text="abc" />);
    const element = input();
    unmount();
    const event = new InputEvent('beforeinput', { inputType: 'insertText', data: 'X', cancelable: true });
    expect(element.dispatchEvent(event)).toBe(true);
    expect(change).not.toHaveBeenCalled();
  });
});
