import { countCharacters } from './countCharacters';
import { keepWithinLimit } from './keepWithinLimit';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** The input types that can be cancelled, and whose text is known before it is inserted. */
const INSERTION = /^insert(?:Text|FromPaste|FromDrop|FromYank|ReplacementText|LineBreak)$/;

/** The maximum number of extra undo or redo steps to get past texts that are too long. */
const STEPS = 20;

/**
 * Shortens the text that a key, a paste or a drop would insert beyond the limit (§5). It does so before the insertion,
 * because changing the value afterwards would empty the undo history.
 *
 * @param event `beforeinput`; it is cancelled if some or all of its text is refused
 * @param limit in Unicode code points
 * @returns whether some of the text was refused
 */
export function refuseExcess(event: InputEvent, control: TextControl, limit: number): boolean {
  const { inputType, data, dataTransfer } = event;
  if (!INSERTION.test(inputType)) return false;
  // In a single-line field, Enter submits the form.
  if (inputType === 'insertLineBreak' && control.localName === 'input') return false;
  const { value, selectionStart, selectionEnd } = control;
  const rest = value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);
  const added = (data ?? dataTransfer?.getData('text/plain') ?? '\n').replace(/\r\n?/g, '\n');
  const { text } = keepWithinLimit(added, limit - countCharacters(rest));
  if (text === added) return false;
  // If the browser cannot insert the shortened text, it may insert the full text, which `cutExcess` then cuts.
  if (text && !edit('insertText', text)) return false;
  event.preventDefault();
  return true;
}

/**
 * Cuts the text in a control to the limit (§5), after an input method, autofill or another program has entered it.
 *
 * @param event the event that reports the text
 * @param limit in Unicode code points
 * @returns whether some of the text was cut
 */
export function cutExcess(event: Event, control: TextControl, limit: number): boolean {
  const { inputType } = event as InputEvent;
  if (inputType === 'historyUndo') skipExcess('undo', control, limit);
  if (inputType === 'historyRedo') skipExcess('redo', control, limit);

  const { value, selectionEnd } = control;
  const { text, caret } = keepWithinLimit(value, limit, selectionEnd ?? undefined);
  if (text === value) return false;
  if (document.activeElement !== control) {
    control.value = text;
    return true;
  }
  control.setSelectionRange(caret, caret + value.length - text.length);
  edit('delete');
  // The command `delete` does not remove excess after the caret, and some browsers do not support the command.
  if (control.value !== text) control.value = text;
  control.setSelectionRange(caret, caret);
  return true;
}

/** After an undo or redo, repeats the command while the text is too long. */
function skipExcess(command: 'undo' | 'redo', control: TextControl, limit: number): void {
  for (let left = STEPS; left > 0 && isTooLong(control, limit); left -= 1) {
    if (!edit(command)) return;
  }
}

function isTooLong({ value }: TextControl, limit: number): boolean {
  return value.length > limit && countCharacters(value) > limit;
}

/** Edits the focused control so that the browser can undo it. @returns whether the edit succeeded */
function edit(command: 'insertText' | 'delete' | 'undo' | 'redo', text?: string): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps the undo history
  return document.execCommand(command, false, text);
}
