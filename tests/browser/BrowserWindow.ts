/** A window of a browser that is not the one that the other specs run in, whatever drives it. */
export interface BrowserWindow {
  /** Opens an address and waits until the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page, which knows nothing but its arguments there; gives what it returns. */
  run: <Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) => Promise<T>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  /** Presses and releases at a point of the viewport, CSS pixels: a finger, where the driver has one. */
  tap: (x: number, y: number) => Promise<void>;
  /** Makes the viewport about so large, CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** The errors and warnings of the console, as far as the driver hears of them, since this was last asked. */
  takeMessages: () => string[];
  close: () => Promise<void>;
}
