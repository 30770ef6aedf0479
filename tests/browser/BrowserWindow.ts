/** A window of Chromium, Firefox or WebKit, for specs that cannot use Playwright's `page`. */
export interface BrowserWindow {
  /** Opens an address and waits until the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page and returns its result. The function cannot use variables from outside its body. */
  run: <Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) => Promise<T>;
  type: (text: string) => Promise<void>;
  /** Taps a point of the viewport, in CSS pixels. If the driver has no touch screen, clicks instead. */
  tap: (x: number, y: number) => Promise<void>;
  /** Resizes the viewport, in CSS pixels. In WebKit, resizes the whole window instead. */
  resize: (width: number, height: number) => Promise<void>;
  /**
   * Returns the console errors and warnings since the last call. Always empty in WebKit, whose driver cannot read the
   * console.
   */
  takeMessages: () => string[];
  close: () => Promise<void>;
}
