import { findControl, readEntry, formEntries, isControl, type Control } from './formEntries';

/**
 * The prerendered page's controls, by the name of their form. They are recorded when this module is evaluated, before
 * hydration. If a browser extension, for example, has changed the page, React replaces the controls. The old
 * controls then still contain what the visitor has typed.
 */
const delivered = new Map<string, Element[]>();

/**
 * The element that has focus, or that had focus when it was removed from the page. React may replace the focused control
 * before `adoptTypedInput` can move the focus to the new control, so the old control has to be remembered.
 */
let focused: Element | null = null;

if (typeof document !== 'undefined') {
  for (const form of document.forms) delivered.set(form.name, Array.from(form.elements));
  if (delivered.size > 0) followFocus();
}

function followFocus(): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target as Element));
  // Forgets a control when the visitor leaves it, but not when it is removed from the page. Some browsers fire `focusout` in
  // both cases. The microtask can tell them apart, because a removed control is no longer connected by the time it runs.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
}

/**
 * Fills in a form with what the visitor has typed into other versions of it, i.e. the prerendered controls, or a copy that
 * other software has made. The form also adopts the scroll positions, the focus and the selection of those versions. Fields
 * that are already filled in keep their entries. The prerendered controls are used only once.
 *
 * @param others the other forms with the same name that are or were in the page, starting with the latest
 */
export function adoptTypedInput(form: HTMLFormElement, others: (HTMLFormElement | null)[]): void {
  const controls = others.flatMap((other) => Array.from(other?.elements ?? []));
  const sources = [...controls, ...(delivered.get(form.name) ?? [])];
  delivered.delete(form.name);
  const ownControls = new Set(form.elements);
  for (const source of sources) {
    if (ownControls.has(source) || !isControl(source)) continue;
    const control = findControl(form.elements, source.name);
    if (!control) continue;
    if (readEntry(source) && !readEntry(control))
      formEntries.write(form, { [source.name]: readEntry(source) });
    control.scrollTop = source.scrollTop;
    if (source === focused && !source.isConnected && document.activeElement === document.body) {
      control.focus({ preventScroll: true });
      copySelection(control, source);
    }
  }
}

/** Does nothing for an email field, because browsers do not reveal its selection. */
function copySelection(
  control: Control,
  { selectionStart, selectionEnd, selectionDirection }: Partial<HTMLInputElement>,
) {
  if (!('setSelectionRange' in control) || typeof selectionStart !== 'number') return;
  control.setSelectionRange(selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? 'none');
}
