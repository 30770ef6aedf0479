import type { PageChange, changePage } from './changePage';

/**
 * The moments at which a script can change a page: before the site's scripts run, when React has started, after React's
 * first slice of work, or when the page is idle.
 */
export const MOMENTS = ['before', 'during', 'between', 'after'] as const;

export interface Visit extends PageChange {
  when: (typeof MOMENTS)[number];
  /** The values to enter, by field name, in the order in which to enter them. The value `yes` ticks a checkbox. */
  entries: Record<string, string>;
}

export interface Visited {
  /** The values of the fields or, if the form has been removed, of the stored draft. */
  entries: Record<string, string>;
  /**
   * The name and the selection of the focused field. `expected` is read after the last change or input, and `found` at the
   * end.
   */
  focus: { expected: unknown[]; found: unknown[] };
  /** The number of characters typed while React was busy. */
  typed: number;
}

declare const window: Window & { visited?: () => Visited | undefined };

/**
 * Runs in the browser before the site's scripts, which the proxy holds back until this function requests `/release`. Fills
 * in a form, changes the page at the given moment, and keeps typing while React is busy. When the page is idle,
 * `window.visited` returns the result.
 */
export function visitChangedPage({ when, entries, ...change }: Visit, makeChange: typeof changePage): void {
  let typed = 0;
  let turns = 0;
  let expected: unknown[] = [];
  let isIdle = false;

  const hasReactStarted = () =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'));
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- scripts have no other way to type
  const type = (text: string) => document.execCommand('insertText', false, text);
  const readFocus = () => {
    const { name, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
    return [name, selectionStart, selectionEnd];
  };
  const applyChange = () => {
    makeChange(change);
    expected = readFocus();
  };

  // React posts a message to schedule its next slice of work, so the replacement for `postMessage` runs between two slices.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its port below
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
    post.apply(this, message);
    if (!hasReactStarted() || isIdle) return;
    turns += 1;
    if (turns === 1 && when === 'during') applyChange();
    if (turns === 2 && when === 'between') applyChange();
    if (document.activeElement?.localName !== 'textarea') return;
    type('x');
    typed += 1;
    expected = readFocus();
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
    expected = readFocus();
    if (when === 'before') applyChange();
    void fetch('/release');
    settle();
  });

  /**
   * Polls until the form is ready or gone. Then makes the change if it is still due, and soon afterwards sets
   * `window.visited`.
   */
  function settle() {
    const isReady = hasReactStarted() && !document.querySelector('form [data-awaits-data]');
    if (!isReady || document.readyState !== 'complete') return void setTimeout(settle, 20);
    if (when === 'between' && turns < 2) applyChange();
    setTimeout(() => {
      isIdle = true;
      if (when === 'after') applyChange();
      setTimeout(() => Object.assign(window, { visited: () => report() }), 50);
    }, 50);
  }

  function report(): Visited {
    const form = document.querySelector('form');
    const current: Record<string, string> = {};
    for (const name of Object.keys(entries)) {
      const control = form?.elements.namedItem(name) as HTMLInputElement | null;
      if (control) current[name] = control.type === 'checkbox' && !control.checked ? '' : control.value;
    }
    const [draft = '{}'] = Object.values(sessionStorage) as string[];
    return {
      entries: form ? current : (JSON.parse(draft) as Record<string, string>),
      focus: { expected, found: readFocus() },
      typed,
    };
  }
}
