import type { FieldRules } from './FieldRules';
import { isControl } from './formEntries';
import { cutExcess, refuseExcess } from './refuseExcess';

/** A visitor's input into a field. */
export interface Entry {
  /** The field's name. */
  name: string;
  /** Whether the input was too long, so that some of it was refused. */
  cut: boolean;
}

/**
 * Follows the entries of a form, and keeps them within their limits (§5). The listeners are on the form, because other
 * software may wrap or replace its controls.
 *
 * @param onChange called with each input, and without an argument whenever entries may have changed silently
 * @returns a function that stops following the form
 */
export function followEntries(
  form: HTMLFormElement,
  rules: Readonly<Record<string, FieldRules>>,
  onChange: (entry?: Entry) => void,
): () => void {
  /** By field name, the text that remained after the latest cut. An input event with this text comes from the cut. */
  const refused = new Map<string, string>();

  function fieldOf({ target }: Event) {
    if (!isControl(target) || !(target.name in rules)) return undefined;
    const limit = rules[target.name]?.limit?.characters;
    // A select contains no text that could be cut.
    const text = target.localName === 'select' ? undefined : (target as HTMLInputElement);
    return { name: target.name, control: target, limited: limit && text ? { text, limit } : undefined };
  }

  function cutBeforeInsertion(event: Event) {
    const field = fieldOf(event);
    if (!field?.limited) return;
    const { text, limit } = field.limited;
    if (!refuseExcess(event as InputEvent, text, limit)) return;
    refused.set(field.name, text.value);
    // With dictation and touch keyboards, no `input` event follows this `beforeinput`.
    onChange({ name: field.name, cut: true });
  }

  function cutAfterInput(event: Event) {
    const field = fieldOf(event);
    if (!field) return;
    const { name, control, limited } = field;
    // Cutting text that an input method is still composing would break the word.
    const isComposing = (event as InputEvent).isComposing;
    const isCut = limited && !isComposing && cutExcess(event, limited.text, limited.limit);
    onChange({ name, cut: isCut || control.value === refused.get(name) });
  }

  const readAgain = () => onChange();
  const listeners: Record<string, (event: Event) => void> = {
    beforeinput: cutBeforeInsertion,
    input: cutAfterInput,
    compositionend: cutAfterInput,
    // Other software may change entries without an event, so the form is read again before the visitor does anything.
    // `change` does not count as input, because some browsers fire `change` when a notice moves the focus after a submit.
    change: readAgain,
    focusin: readAgain,
    focusout: readAgain,
    pointerover: readAgain,
  };
  for (const [type, listener] of Object.entries(listeners)) form.addEventListener(type, listener);
  addEventListener('pagehide', readAgain);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) form.removeEventListener(type, listener);
    removeEventListener('pagehide', readAgain);
  };
}
