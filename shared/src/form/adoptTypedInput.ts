import { controlOf, entryOf, formEntries, isControl, type Control } from './formEntries';

/**
 * The controls of the delivered page, by the name of their form. They are recorded before hydration, when this module
 * runs. If other software has changed the page, React replaces these controls, but the old ones still contain what was
 * typed.
 */
const delivered = new Map<string, Element[]>();

/** The most recently focused element. A control that React replaces loses the focus before our code runs. */
let focused: Element | null = null;

if (typeof document !== 'undefined') {
  for (const form of document.forms) delivered.set(form.name, Array.from(form.elements));
  if (delivered.size > 0) followFocus();
}

function followFocus(): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target as Element));
  // Some browsers also fire `focusout` for a removed control. Unlike a blurred control, a removed one has left the page by
  // the time the microtask runs.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
}

/**
 * Fills a form with what the visitor typed before this form was in the page. The visitor may have typed into the delivered
 * controls, or into a copy that other software has made. Scroll position, focus and selection are taken over, too. The
 * delivered controls are used only once.
 *
 * @param others other forms with this name that are or were in the page, starting with the latest
 */
export function adoptTypedInput(form: HTMLFormElement, others: (HTMLFormElement | null)[]): void {
  const controls = others.flatMap((other) => Array.from(other?.elements ?? []));
  const sources = [...controls, ...(delivered.get(form.name) ?? [])];
  delivered.delete(form.name);
  const ownControls = new Set(form.elements);
  for (const source of sources) {
    if (ownControls.has(source) || !isControl(source)) continue;
    const control = controlOf(form.elements, source.name);
    if (!control) continue;
    if (entryOf(source) && !entryOf(control)) formEntries.write(form, { [source.name]: entryOf(source) });
    control.scrollTop = source.scrollTop;
    if (source === focused && !source.isConnected && document.activeElement === document.body) {
      control.focus({ preventScroll: true });
      copySelection(control, source);
    }
  }
}

/** Copies the selection of another control. Email fields do not reveal their selection, so the caret goes to the end. */
function copySelection(
  control: Control,
  { selectionStart, selectionEnd, selectionDirection }: Partial<HTMLInputElement>,
) {
  if (!('setSelectionRange' in control) || typeof selectionStart !== 'number') return;
  control.setSelectionRange(selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? 'none');
}
