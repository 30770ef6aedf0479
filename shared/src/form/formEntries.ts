import type { FieldRules } from './FieldRules';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The entry for a ticked checkbox. The entry for an unticked checkbox is the empty string. */
export const TICKED = 'yes';

/**
 * Reads and writes a form's entries. The controls are the source of truth, because other software may change them without
 * firing an event.
 */
export const formEntries = {
  /** Takes an entry from `known` if the field's control has been removed from the form. */
  read(
    form: HTMLFormElement,
    rules: Readonly<Record<string, FieldRules>>,
    known: Readonly<Record<string, string>> = {},
  ): Record<string, string> {
    const names = Object.keys(rules);
    return Object.fromEntries(
      names.map((name) => {
        const control = findControl(form.elements, name);
        return [name, control ? readEntry(control) : (known[name] ?? '')];
      }),
    );
  },

  /**
   * Writes only the entries that differ from their controls' contents, because writing to a control moves its caret and
   * clears its undo history.
   */
  write(form: HTMLFormElement, entries: Readonly<Record<string, string>>): void {
    for (const [name, entry] of Object.entries(entries)) {
      const control = findControl(form.elements, name);
      if (!control || readEntry(control) === entry) continue;
      if (isTickBox(control)) control.checked = entry === TICKED;
      else control.value = entry;
    }
  },
};

/** Returns the first control with the given name. Other software may have added more controls with the same name. */
export function findControl(controls: Iterable<Element>, name: string): Control | undefined {
  return Array.from(controls).find((one): one is Control => isControl(one) && one.name === name);
}

export function isControl(element: EventTarget | null): element is Control {
  return element instanceof Element && /^(?:input|textarea|select)$/.test(element.localName);
}

export function readEntry(control: Control): string {
  if (isTickBox(control)) return control.checked ? TICKED : '';
  return control.value;
}

function isTickBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox';
}
