import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLimitedInput } from './useLimitedInput';

/** A text of three characters at most; `cut` is said beside it. */
function Sample({ text }: { text: string }) {
  const [value, change] = useState(text);
  const rules = { limit: { characters: 3, message: 'Too long' } };
  const field = { id: 'sample', name: 'sample', value, rules, error: undefined, readOnly: false, change };
  const { cut, ...handlers } = useLimitedInput(field);
  return (
    <>
      <textarea {...handlers} aria-label="Sample" value={value} />
      {cut && <p>Too long</p>}
    </>
  );
}

const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Sample' });
const isCut = () => screen.queryByText('Too long') !== null;
let editing: jest.SpiedFunction<(command: string, ui?: boolean, text?: string) => boolean>;

/** Says that something is about to be put in. Whether the browser goes on to do so. */
function announce(inputType: string, data: string | null, [start, end = start]: [number, number?] = [0]) {
  input().setSelectionRange(start, end);
  const event = new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true });
  let goesOn = true;
  act(() => void (goesOn = input().dispatchEvent(event)));
  return goesOn;
}

beforeEach(() => {
  // Stands for the browser's editing, which jsdom has not.
  editing = jest.spyOn(document, 'execCommand').mockImplementation((_command, _ui, text = '') => {
    input().setRangeText(text, input().selectionStart, input().selectionEnd, 'end');
    return true;
  });
});

describe('§5 what a key or a paste adds beyond the limit', () => {
  test.each([
    ['insertText', 'XYZ', 'ab', 'aXb'],
    ['insertFromPaste', '\r\n', 'abc', 'abc'],
  ])('is cut before it is there, as undo knows it: %s of %j in %s', (type, data, before, after) => {
    render(<Sample text={before} />);
    expect(announce(type, data, [1])).toBe(false);
    expect(editing.mock.calls).toEqual(after === before ? [] : [['insertText', false, 'X']]);
    expect(input()).toHaveValue(after);
    expect(isCut()).toBe(true);
  });

  test('is said to be so also when the event of what was cut comes late, and until something else is put in', () => {
    render(<Sample text="ab" />);
    announce('insertText', 'XYZ', [2]);
    fireEvent.input(input(), { target: { value: 'a' } });
    expect(isCut()).toBe(false);
    fireEvent.input(input(), { target: { value: 'abX' } });
    expect(isCut()).toBe(true);
  });

  test('is cut by an input method only when it has finished the word', () => {
    render(<Sample text="ab" />);
    fireEvent.compositionStart(input());
    fireEvent.input(input(), { target: { value: 'abにほ' }, isComposing: true });
    expect(input()).toHaveValue('abにほ');
    fireEvent.compositionEnd(input());
    expect(input()).toHaveValue('abに');
    expect(isCut()).toBe(true);
  });
});

describe('is left to the browser:', () => {
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
    render(<Sample text="ab" />);
    expect(announce(type, data, selection)).toBe(true);
    expect(editing).not.toHaveBeenCalled();
    expect(isCut()).toBe(false);
  });

  test('what is put into an element that has gone', () => {
    const { unmount } = render(<Sample text="abc" />);
    const element = input();
    unmount();
    const event = new InputEvent('beforeinput', { inputType: 'insertText', data: 'X', cancelable: true });
    expect(element.dispatchEvent(event)).toBe(true);
  });
});
