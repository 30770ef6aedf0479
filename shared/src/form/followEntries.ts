import type { FieldRules } from './FieldRules';
import { isControl } from './formEntries';
import { cutExcess, refuseExcess } from './refuseExcess';

/** A field that something was entered into, and whether the latest input was too long, so that some of it was refused. */
export interface Entry {
  name: string;
  cut: boolean;
}

/**
 * Follows what happens to the entries of a form, and keeps them within their limits (§5). It listens to the form and not to
 * its controls, because other software may wrap or replace those.
 *
 * @param heed is called whenever an entry may have changed; without an argument if no event reports it
 * @returns a function that ends it
 */
export function followEntries(
  form: HTMLFormElement,
  rules: Readonly<Record<string, FieldRules>>,
  heed: (entry?: Entry) => void,
): () => void {
  /** By field: the text after the latest cut. The input event for it may come later. */
  const refused = new Map<string, string>();

  function fieldOf({ target }: Event) {
    if (!isControl(target) || !(target.name in rules)) return undefined;
    const limit = rules[target.name]?.limit?.characters;
    // A choice has no limit, and no text that could be cut.
    const text = target.localName === 'select' ? undefined : (target as HTMLInputElement);
    return { name: target.name, control: target, limited: limit && text ? { text, limit } : undefined };
  }

  function refuse(event: Event) {
    const field = fieldOf(event);
    if (!field?.limited) return;
    const { text, limit } = field.limited;
    if (!refuseExcess(event as InputEvent, text, limit)) return;
    refused.set(field.name, text.value);
    // Dictation and touch keyboards cause no event for this insertion.
    heed({ name: field.name, cut: true });
  }

  function accept(event: Event) {
    const field = fieldOf(event);
    if (!field) return;
    const { name, control, limited } = field;
    // To cut what an input method is still composing would break the word.
    const isComposing = (event as InputEvent).isComposing;
    const isCut = limited && !isComposing && cutExcess(event, limited.text, limited.limit);
    heed({ name, cut: isCut || control.value === refused.get(name) });
  }

  const notice = () => heed();
  const listeners: Record<string, (event: Event) => void> = {
    beforeinput: refuse,
    input: accept,
    compositionend: accept,
    // Before anything is done with the form, it is looked at: software may have changed entries without an event. A
    // change is no input: some browsers report it after a submit, when a message moves the focus.
    change: notice,
    focusin: notice,
    focusout: notice,
    pointerover: notice,
  };
  for (const [type, listener] of Object.entries(listeners)) form.addEventListener(type, listener);
  addEventListener('pagehide', notice);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) form.removeEventListener(type, listener);
    removeEventListener('pagehide', notice);
  };
}
