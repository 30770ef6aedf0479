import { controlOf, entryOf, formEntries, type Control } from './formEntries';

/**
 * The controls that the page was delivered with, by the names of their forms. They are noted when this module runs, which is
 * before hydration: if other software has changed the page, React replaces them, and they keep what was typed.
 */
const delivered = new Map<string, Element[]>();

/** What had the focus last. A control that React replaces loses it before anything of ours runs. */
let focused: Element | null = null;

if (typeof document !== 'undefined') {
  for (const form of document.forms) delivered.set(form.name, Array.from(form.elements));
  if (delivered.size > 0) followFocus();
}

function followFocus(): void {
  focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target as Element));
  // Some browsers report a removed control, too. After the microtask it is out of the page, and a blurred one is not.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
}

/**
 * Gives a form what was typed before it was there: into the controls that the page was delivered with, or into those that
 * other software has put in their place. Ticks, focus and selection are taken over, too. Does so once for each
 * delivered form.
 *
 * @param others forms of this name that are or were in the page, the latest first
 */
export function takeOver(form: HTMLFormElement, others: (HTMLFormElement | null)[]): void {
  const controls = others.flatMap((other) => Array.from(other?.elements ?? []));
  const sources = [...controls, ...(delivered.get(form.name) ?? [])];
  delivered.delete(form.name);
  const own = new Set(form.elements);
  for (const source of sources) {
    if (own.has(source)) continue;
    const { name } = source as Control;
    const control = controlOf(form.elements, name);
    const old = controlOf([source], name);
    if (!control || !old) continue;
    if (entryOf(old) && !entryOf(control)) formEntries.write(form, { [name]: entryOf(old) });
    control.scrollTop = old.scrollTop;
    if (old === focused && !old.isConnected && document.activeElement === document.body) {
      control.focus({ preventScroll: true });
      select(control, old);
    }
  }
}

/** Copies the selection of another control. Email fields hide it, so their caret goes to the end. */
function select(
  control: Control,
  { selectionStart, selectionEnd, selectionDirection }: Partial<HTMLInputElement>,
) {
  if (!('setSelectionRange' in control) || typeof selectionStart !== 'number') return;
  control.setSelectionRange(selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? 'none');
}
