import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/dom';
import { followEntries, type Entry } from './followEntries';

// A substitute for the browser's editing commands, which jsdom lacks.
const editing = jest.fn<(command: string, ui?: boolean, text?: string) => boolean>();
const onChange = jest.fn<(entry?: Entry) => void>();
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
  onChange.mockReset();
  editing.mockReset();
  editing.mockImplementation((command, _ui, text = '') => {
    if (command === 'undo' || command === 'redo') return false;
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
    return true;
  });
  Object.assign(document, { execCommand: editing });
  stop = followEntries(form, rules, onChange);
});
afterEach(() => stop());

/** Fires `beforeinput` for a change to the text. @returns whether the browser may make that change */
function fireBeforeInput(
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
  ])(
    'the excess is cut before insertion, and the edit can be undone: %s of %j in %s',
    (type, data, before, after) => {
      expect(fireBeforeInput(before, type, data, [1])).toBe(false);
      expect(editing.mock.calls).toEqual(after === before ? [] : [['insertText', false, 'X']]);
      expect(input.value).toBe(after);
      expect(onChange).toHaveBeenLastCalledWith({ name: 'text', cut: true });
    },
  );

  test('a cut is reported even if its input event comes late', () => {
    fireBeforeInput('ab', 'insertText', 'XYZ', [2]);
    fireEvent.input(input, { target: { value: 'a' } });
    expect(onChange).toHaveBeenLastCalledWith({ name: 'text', cut: false });
    fireEvent.input(input, { target: { value: 'abX' } });
    expect(onChange).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('composed text is cut only after composition, and the cut can be undone', () => {
    fireEvent.input(input, { target: { value: 'abにほ' }, isComposing: true });
    expect(input.value).toBe('abにほ');
    expect(onChange).toHaveBeenLastCalledWith({ name: 'text', cut: false });
    fireEvent.compositionEnd(input);
    expect(editing.mock.calls).toEqual([['delete', false, undefined]]);
    expect(input.value).toBe('abに');
    expect(onChange).toHaveBeenLastCalledWith({ name: 'text', cut: true });
  });

  test('the excess is cut after insertion if editing commands fail', () => {
    editing.mockReturnValue(false);
    expect(fireBeforeInput('ab', 'insertText', 'XYZ', [2])).toBe(true);
    for (const inputType of ['insertText', 'historyUndo', 'historyRedo']) {
      fireEvent.input(input, { target: { value: 'abXYZ' }, inputType });
      expect(input.value).toBe('abX');
    }
  });

  test('text that another program enters into an unfocused field is cut', () => {
    input.blur();
    fireEvent.input(input, { target: { value: 'abXYZ' } });
    expect(input.value).toBe('abX');
    expect(editing).not.toHaveBeenCalled();
  });

  test('undo is repeated until the text is within the limit', () => {
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
    expect(onChange).toHaveBeenLastCalledWith({ name: 'text', cut: false });
  });
});

describe('input that is not cut', () => {
  test.each<[string, string, string | null, [number, number?]]>([
    ['text that fits', 'insertText', 'c', [2]],
    ['text that replaces a selection', 'insertFromPaste', 'xyz', [0, 2]],
    ['a line break that fits', 'insertLineBreak', null, [2]],
    ['CR and LF, which count as one character', 'insertFromPaste', '\r\n', [2]],
    ['a CR alone', 'insertFromPaste', '\r', [2]],
    ['composed text', 'insertCompositionText', 'XYZ', [2]],
    ['a deletion', 'deleteContentBackward', null, [2]],
    ['an unknown type that begins like a known one', 'insertTextElsewhere', 'XYZ', [2]],
    ['an unknown type that ends like a known one', 'xinsertText', 'XYZ', [2]],
  ])('%s is left to the browser', (_what, type, data, selection) => {
    expect(fireBeforeInput('ab', type, data, selection)).toBe(true);
    expect(editing).not.toHaveBeenCalled();
    expect(onChange).not.toHaveBeenCalled();
  });

  test('the browser handles Enter in a single-line field, and any input in a field without rules', () => {
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
    expect(onChange).not.toHaveBeenCalled();
  });
});

test('§4 the form is read again when the visitor enters or leaves it, to find silent changes', () => {
  for (const event of ['change', 'focusIn', 'focusOut', 'pointerOver'] as const) {
    onChange.mockClear();
    fireEvent[event](input);
    expect(onChange.mock.calls).toEqual([[]]);
  }
  dispatchEvent(new Event('pagehide'));
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('§4 does not read a form after following it has stopped', () => {
  stop();
  dispatchEvent(new Event('pagehide'));
  fireEvent.input(input, { target: { value: 'abcd' } });
  expect(onChange).not.toHaveBeenCalled();
});
