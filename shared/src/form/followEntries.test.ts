import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/dom';
import { followEntries, type Entry } from './followEntries';

// A substitute for the browser's editing commands, which jsdom lacks.
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

describe('§5 input beyond the limit', () => {
  test.each([
    ['insertText', 'XYZ', 'ab', 'aXb'],
    ['insertFromDrop', 'XYZ', 'ab', 'aXb'],
    ['insertReplacementText', 'XYZ', 'ab', 'aXb'],
    ['insertFromPaste', '\r\n', 'abc', 'abc'],
    ['insertText', '👩🏽‍💻', 'a', 'a'],
  ])('is cut before it is inserted, and can be undone: %s of %j in %s', (type, data, before, after) => {
    expect(announce(before, type, data, [1])).toBe(false);
    expect(editing.mock.calls).toEqual(after === before ? [] : [['insertText', false, 'X']]);
    expect(input.value).toBe(after);
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('is reported as cut even if its event comes late, until the next input', () => {
    announce('ab', 'insertText', 'XYZ', [2]);
    fireEvent.input(input, { target: { value: 'a' } });
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: false });
    fireEvent.input(input, { target: { value: 'abX' } });
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('is cut from composed text only after composition, and can be undone', () => {
    fireEvent.input(input, { target: { value: 'abにほ' }, isComposing: true });
    expect(input.value).toBe('abにほ');
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: false });
    fireEvent.compositionEnd(input);
    expect(editing.mock.calls).toEqual([['delete', false, undefined]]);
    expect(input.value).toBe('abに');
    expect(heed).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('is cut without editing commands, and if another program has entered it', () => {
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

  test('is skipped by undo, which continues to a text within the limit', () => {
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

describe('leaves to the browser:', () => {
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

  test('Enter in a one-line field, and fields that do not belong to the form', () => {
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

test('§4 the form is read again on focus, blur and pointer moves, to find silent changes', () => {
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
