import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/dom';
import { followEntries, type Entry } from './followEntries';

// Stands for the browser's editing, which jsdom does not have.
const editing = jest.fn<(command: string, ui?: boolean, text?: string) => boolean>();
const heed = jest.fn<(entry?: Entry) => void>();
const rules = {
  text: { limit: { characters: 3, message: 'Too long' } },
  line: { limit: { characters: 3, message: '' } },
};
let form: HTMLFormElement;
let input: HTMLTextAreaElement;
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML =
    '<form><textarea name="text"></textarea><input name="line"><input name="other"></form>';
  form = document.forms[0] as HTMLFormElement;
  input = form.elements.namedItem('text') as HTMLTextAreaElement;
  input.focus();
  heed.mockReset();
  editing.mockReset();
  editing.mockImplementation((command, _ui, text = '') => {
    if (command === 'undo' || command === 'redo') return false;
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
    return true;
  });
  Object.assign(document, { execCommand: editing });
  stop = followEntries(form, rules, heed);
});
afterEach(() => stop());

/** Says that something is about to be put into a text. Whether the browser goes on to do so. */
function announce(
  text: string,
  inputType: string,
  data: string | null,
  [start, end = start]: [number, number?],
) {
  input.value = text;
  input.setSelectionRange(start, end);
  return input.dispatchEvent(
    new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true }),
  );
}

describe('§5 what would go beyond the limit', () => {
  test.each([
    ['insertText', 'XYZ', 'ab', 'aXb'],
    ['insertFromDrop', 'XYZ', 'ab', 'aXb'],
    ['insertReplacementText', 'XYZ', 'ab', 'aXb'],
    ['insertFromPaste', '\r\n', 'abc', 'abc'],
    ['insertText', '👩🏽‍💻', 'a', 'a'],
  ])('is cut before it is there, as undo knows it: %s of %j in %s', (type, data, before, after) => {
    expect(announce(before, type, data, [1])).toBe(false);
    expect(editing.mock.calls).toEqual(after === before ? [] : [['insertText', false, 'X']]);
    expect(input.value).toBe(after);
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('is said to be cut also when the event of it comes late, and until something else is put in', () => {
    announce('ab', 'insertText', 'XYZ', [2]);
    fireEvent.input(input, { target: { value: 'a' } });
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: false });
    fireEvent.input(input, { target: { value: 'abX' } });
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('is cut from what an input method composes only when it has finished the word, as undo knows it', () => {
    fireEvent.input(input, { target: { value: 'abにほ' }, isComposing: true });
    expect(input.value).toBe('abにほ');
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: false });
    fireEvent.compositionEnd(input);
    expect(editing.mock.calls).toEqual([['delete', false, undefined]]);
    expect(input.value).toBe('abに');
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('is cut where the browser cannot edit so, and where another program has put it in', () => {
    editing.mockReturnValue(false);
    expect(announce('ab', 'insertText', 'XYZ', [2])).toBe(true);
    for (const inputType of ['insertText', 'historyUndo', 'historyRedo']) {
      fireEvent.input(input, { target: { value: 'abXYZ' }, inputType });
      expect(input.value).toBe('abX');
    }
    input.blur();
    editing.mockClear();
    fireEvent.input(input, { target: { value: 'abXYZ' } });
    expect(input.value).toBe('abX');
    expect(editing).not.toHaveBeenCalled();
  });

  test('is passed over by undo, which goes on to a text that fits', () => {
    editing.mockImplementation(() => {
      input.value = input.value.slice(0, -1);
      return true;
    });
    fireEvent.input(input, { target: { value: 'abcde' }, inputType: 'historyUndo' });
    expect(editing.mock.calls).toEqual([
      ['undo', false, undefined],
      ['undo', false, undefined],
    ]);
    expect(input.value).toBe('abc');
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: false });
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
    expect(announce('ab', type, data, selection)).toBe(true);
    expect(editing).not.toHaveBeenCalled();
    expect(heed).not.toHaveBeenCalled();
  });

  test('Enter in a field of one line, and a field that is none of the form’s', () => {
    for (const [name, inputType, data] of [
      ['line', 'insertLineBreak', null],
      ['other', 'insertText', 'XYZ'],
    ] as const) {
      const field = form.elements.namedItem(name) as HTMLInputElement;
      field.value = 'abc';
      const event = new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true });
      expect(field.dispatchEvent(event)).toBe(true);
      if (name === 'other') fireEvent.input(field);
    }
    expect(heed).not.toHaveBeenCalled();
  });
});

test('§4 the form is looked at before anything is done with it, for entries that were changed without an event', () => {
  for (const event of ['change', 'focusIn', 'focusOut', 'pointerOver'] as const) {
    heed.mockClear();
    fireEvent[event](input);
    expect(heed.mock.calls).toEqual([[]]);
  }
  dispatchEvent(new Event('pagehide'));
  expect(heed).toHaveBeenCalledTimes(2);
  stop();
  dispatchEvent(new Event('pagehide'));
  fireEvent.input(input, { target: { value: 'abcd' } });
  expect(heed).toHaveBeenCalledTimes(2);
});
