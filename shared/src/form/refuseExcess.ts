import { countCharacters } from './countCharacters';
import { keepWithinLimit } from './keepWithinLimit';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Ways of putting text in that can be stopped, and whose text is known before it is there. */
const INSERTION = /^insert(?:Text|FromPaste|FromDrop|FromYank|ReplacementText|LineBreak)$/;

/** How many steps of undo or redo may follow one another to get past a text that was too long. */
const STEPS = 20;

/**
 * Cuts what a key, a paste or a drop would put in beyond the limit (§5), before it is there: changing the value later would
 * empty the undo history.
 *
 * @param event `beforeinput`; cancelled if something else is put in, or nothing
 * @param limit in Unicode code points
 * @returns whether something was refused
 */
export function refuseExcess(event: InputEvent, control: TextControl, limit: number): boolean {
  const { inputType, data, dataTransfer } = event;
  if (!INSERTION.test(inputType)) return false;
  // In a field of one line, Enter submits the form.
  if (inputType === 'insertLineBreak' && control.localName === 'input') return false;
  const { value, selectionStart, selectionEnd } = control;
  const rest = value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);
  const added = (data ?? dataTransfer?.getData('text/plain') ?? '\n').replace(/\r\n?/g, '\n');
  const { text } = keepWithinLimit(added, limit - countCharacters(rest));
  if (text === added) return false;
  // If the browser cannot insert the shortened text, it inserts all of it, and `cutExcess` cuts that.
  if (text && !edit('insertText', text)) return false;
  event.preventDefault();
  return true;
}

/**
 * Cuts a text that is too long already (§5): an input method, autofill or another program has put it in.
 *
 * @param event the event that reports the text
 * @param limit in Unicode code points
 * @returns whether something was cut
 */
export function cutExcess(event: Event, control: TextControl, limit: number): boolean {
  const { inputType } = event as InputEvent;
  // A step of the history that leads to such a text is followed by the step to the text before or after it.
  const step = inputType === 'historyUndo' ? 'undo' : inputType === 'historyRedo' ? 'redo' : undefined;
  if (step) for (let left = STEPS; left > 0 && isTooLong(control, limit) && edit(step); left -= 1);

  const { value, selectionEnd } = control;
  const { text, caret } = keepWithinLimit(value, limit, selectionEnd ?? undefined);
  if (text === value) return false;
  if (document.activeElement !== control) {
    control.value = text;
    return true;
  }
  control.setSelectionRange(caret, caret + value.length - text.length);
  edit('delete');
  // More than what is before the caret was too much, or the browser cannot do so.
  if (control.value !== text) control.value = text;
  control.setSelectionRange(caret, caret);
  return true;
}

function isTooLong({ value }: TextControl, limit: number): boolean {
  return value.length > limit && countCharacters(value) > limit;
}

/** Changes the text of the control that has the focus in a way that the browser's undo knows. */
function edit(command: 'insertText' | 'delete' | 'undo' | 'redo', text?: string): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way that undo knows
  return document.execCommand(command, false, text);
}
