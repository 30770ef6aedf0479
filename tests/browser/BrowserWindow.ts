/** A Chromium, Firefox or WebKit window, for specs that run in several browsers. */
export interface BrowserWindow {
  /** Opens an address and waits until the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page and returns its result. The function cannot use variables from outside its body. */
  run: <Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) => Promise<T>;
  type: (text: string) => Promise<void>;
  /**
   * Taps the point (`x`, `y`) of the viewport, given in CSS pixels. In WebKit, clicks it instead, because WebKit's driver
   * does not support touch.
   */
  tap: (x: number, y: number) => Promise<void>;
  /** Resizes the viewport to the given size, in CSS pixels. In WebKit, resizes the whole window instead. */
  resize: (width: number, height: number) => Promise<void>;
  /**
   * Returns the console errors, console warnings and uncaught errors since the last call. In WebKit, the list is always
   * empty, because WebKit's driver cannot read the console.
   */
  takeMessages: () => string[];
  close: () => Promise<void>;
}
