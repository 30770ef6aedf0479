/** A window of any browser, for the specs that do not use Playwright's `page`. */
export interface BrowserWindow {
  /** Opens an address and waits until the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page. The function cannot use variables of the test. @returns its result */
  run: <Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) => Promise<T>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  /** Taps a point of the viewport, in CSS pixels. Without a touch screen, clicks there instead. */
  tap: (x: number, y: number) => Promise<void>;
  /** Resizes the viewport to about the given size, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** Returns the console errors and warnings since the last call, if the driver can read the console. */
  takeMessages: () => string[];
  close: () => Promise<void>;
}
