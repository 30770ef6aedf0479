import { findControl, readEntry, formEntries, isControl, type Control } from './formEntries';

/**
 * The controls of the prerendered page, by the name of their form. This module records them when it is evaluated, before
 * hydration. If other software has changed the page, React replaces the controls, but the old controls still contain what
 * the visitor has typed.
 */
const delivered = new Map<string, Element[]>();

/** The last focused element. When React replaces the focused control, that control loses the focus before our code runs. */
let focused: Element | null = null;

if (typeof document !== 'undefined') {
  for (const form of document.forms) delivered.set(form.name, Array.from(form.elements));
  if (delivered.size > 0) followFocus();
}

function followFocus(): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target as Element));
  // Some browsers also fire `focusout` when a focused control is removed. By the time the microtask runs, a removed control
  // is no longer connected, but a blurred control still is.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
}

/**
 * Copies into a form what the visitor has typed into earlier versions of it: into the prerendered controls, or into a copy
 * that other software has made. Also copies the scroll position, the focus and the selection. The prerendered controls are
 * used only once.
 *
 * @param others other forms with the same name that are or were in the page, starting with the latest
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

/**
 * Copies the selection of another control. Browsers do not reveal the selection of an email field, so its caret moves to the
 * end.
 */
function copySelection(
  control: Control,
  { selectionStart, selectionEnd, selectionDirection }: Partial<HTMLInputElement>,
) {
  if (!('setSelectionRange' in control) || typeof selectionStart !== 'number') return;
  control.setSelectionRange(selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? 'none');
}
