import { useRef, useState, type ChangeEvent, type CompositionEvent } from 'react';
import { countCharacters } from './countCharacters';
import { keepWithinLimit } from './keepWithinLimit';
import type { FieldModel } from './useForm';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * Handlers for a text element that never holds more than its limit (§5). Undo works as usual.
 *
 * @returns `cut` whether the latest input was too long, so that some of it was refused
 */
export function useLimitedInput({ rules: { limit }, change }: FieldModel) {
  const [cut, setCut] = useState(false);
  /** The text after the latest cut. The input event for it may come later. */
  const refused = useRef<string>(undefined);

  /** Cuts what a key or a paste adds before it is inserted, because changing the value later empties the undo history. */
  function refuse(event: Event) {
    const { inputType, data, currentTarget } = event as InputEvent & { currentTarget: TextElement };
    if (!limit || !/^insert(Text|FromPaste|LineBreak)$/.test(inputType)) return;
    // In a field of one line, Enter submits the form.
    if (inputType === 'insertLineBreak' && currentTarget.localName === 'input') return;
    const { value, selectionStart, selectionEnd } = currentTarget;
    const rest = value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);
    const added = (data ?? '\n').replace(/\r\n?/g, '\n');
    const { text } = keepWithinLimit(added, limit.characters - countCharacters(rest));
    if (text === added) return;
    // If the browser cannot insert the shortened text, it inserts all of it, and `accept` cuts that.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way that undo knows
    if (text && !document.execCommand('insertText', false, text)) return;
    event.preventDefault();
    refused.current = currentTarget.value;
    setCut(true);
    // Dictation and touch keyboards cause no event that would tell React of this insertion.
    change(currentTarget.value);
  }

  /** Whatever else has changed the text: an input method, autofill, a drop. */
  function accept(element: TextElement) {
    const { value, selectionEnd } = element;
    const { text, caret } = keepWithinLimit(value, limit?.characters, selectionEnd ?? undefined);
    if (text !== value) {
      element.value = text;
      element.setSelectionRange(caret, caret);
    }
    setCut(text !== value || text === refused.current);
    change(text);
  }

  return {
    cut,
    ref: (element: TextElement | null) => {
      // React's own `onBeforeInput` does not report a paste in every browser.
      element?.addEventListener('beforeinput', refuse);
      return () => element?.removeEventListener('beforeinput', refuse);
    },
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<TextElement>) => {
      // To cut what an input method is still composing would break the word.
      if ((nativeEvent as InputEvent).isComposing) change(currentTarget.value);
      else accept(currentTarget);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<TextElement>) => accept(currentTarget),
  };
}
