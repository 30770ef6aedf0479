import type { Change, changePage } from './changePage';

/** When other software changes a page: before its scripts run, once React has begun, after its first slice of work, or at rest. */
export const MOMENTS = ['before', 'during', 'between', 'after'] as const;

/** A visit to a form whose page is changed by other software. */
export interface Visit extends Change {
  when: (typeof MOMENTS)[number];
  /** What the visitor enters, by the names of the fields, in this order; a tick is `yes`. */
  entries: Record<string, string>;
}

/** What has become of the visit. */
export interface Visited {
  /** The entries as they are seen; of a form that has been taken out, those that are kept as its draft. */
  entries: Record<string, string>;
  /** What had the focus after the change, and what has it at the end; with its selection. */
  focus: { expected: unknown[]; found: unknown[] };
  /** How much was typed while React worked. */
  typed: number;
}

declare const window: Window & { visited?: () => Visited | undefined };

/**
 * Enters a form, changes the page, and goes on typing meanwhile. It runs in the page, before all scripts of the page, which
 * are held back until it asks for `/release`. `window.visited` gives what has become of it, once the page is at rest.
 */
export function visitChangedPage({ when, entries, ...change }: Visit, makeChange: typeof changePage): void {
  let typed = 0;
  let turns = 0;
  let expected: unknown[] = [];
  let isAtRest = false;

  const isBegun = () =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'));
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way to type in a page
  const type = (text: string) => document.execCommand('insertText', false, text);
  const focus = () => {
    const { name, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
    return [name, selectionStart, selectionEnd];
  };
  const make = () => {
    makeChange(change);
    expected = focus();
  };

  // React asks for its next turn by such a message, so that here it is between two of them.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its port
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
    post.apply(this, message);
    if (!isBegun() || isAtRest) return;
    turns += 1;
    if (turns === 1 && when === 'during') make();
    if (turns === 2 && when === 'between') make();
    if (document.activeElement?.localName !== 'textarea') return;
    type('x');
    typed += 1;
    expected = focus();
  };

  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    for (const [name, entry] of Object.entries(entries)) {
      const [control] = document.getElementsByName(name) as NodeListOf<HTMLInputElement>;
      if (!control) continue;
      control.focus();
      if (control.localName === 'select') control.value = entry;
      else if (control.type === 'checkbox') control.click();
      else type(entry);
    }
    const text = document.querySelector('textarea');
    text?.focus();
    text?.setSelectionRange(2, 2);
    expected = focus();
    if (when === 'before') make();
    void fetch('/release');
    settle();
  });

  /** Waits until the form works, or is gone; then for its last turn. */
  function settle() {
    const isReady = isBegun() && !document.querySelector('form [data-awaits-data]');
    if (!isReady || document.readyState !== 'complete') return void setTimeout(settle, 20);
    if (when === 'between' && turns < 2) make();
    setTimeout(() => {
      isAtRest = true;
      if (when === 'after') make();
      setTimeout(() => Object.assign(window, { visited: () => report() }), 50);
    }, 50);
  }

  function report(): Visited {
    const form = document.querySelector('form');
    const seen: Record<string, string> = {};
    for (const name of Object.keys(entries)) {
      const control = form?.elements.namedItem(name) as HTMLInputElement | null;
      if (control) seen[name] = control.type === 'checkbox' && !control.checked ? '' : control.value;
    }
    const [draft = '{}'] = Object.values(sessionStorage) as string[];
    return {
      entries: form ? seen : (JSON.parse(draft) as Record<string, string>),
      focus: { expected, found: focus() },
      typed,
    };
  }
}
