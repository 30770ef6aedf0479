import type { FieldRules } from './FieldRules';

/** A control that a field can have. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The value of a box that is ticked; otherwise it is the empty text. */
export const TICKED = 'yes';

/** The entries of a form as they are in its controls, which hold the truth: software may change them without an event. */
export const formEntries = {
  /** The entry of each field. A field whose control has been taken out of the form keeps the entry known so far. */
  read(
    form: HTMLFormElement,
    rules: Readonly<Record<string, FieldRules>>,
    known: Readonly<Record<string, string>> = {},
  ): Record<string, string> {
    const names = Object.keys(rules);
    return Object.fromEntries(
      names.map((name) => {
        const control = controlOf(form.elements, name);
        return [name, control ? entryOf(control) : (known[name] ?? '')];
      }),
    );
  },

  /** Changes only controls that hold something else, because writing moves the caret and empties the undo history. */
  write(form: HTMLFormElement, entries: Readonly<Record<string, string>>): void {
    for (const [name, entry] of Object.entries(entries)) {
      const control = controlOf(form.elements, name);
      if (!control || entryOf(control) === entry) continue;
      if (isTickBox(control)) control.checked = entry === TICKED;
      else control.value = entry;
    }
  },
};

/** The first control of a name. Other software may add more. */
export function controlOf(controls: Iterable<Element>, name: string): Control | undefined {
  return Array.from(controls).find((one): one is Control => isControl(one) && one.name === name);
}

export function isControl(element: EventTarget | null): element is Control {
  return element instanceof Element && /^(?:input|textarea|select)$/.test(element.localName);
}

export function entryOf(control: Control): string {
  if (isTickBox(control)) return control.checked ? TICKED : '';
  return control.value;
}

function isTickBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox';
}
