/** Brings the focus to the page's `<main>`, the shell's or the page's own. */
export function focusMain(options?: FocusOptions): void {
  document.getElementById('content')?.focus(options);
}
