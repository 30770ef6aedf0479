import { createRequire } from 'node:module';
import type * as jsdom from 'jsdom';

let opened: unknown;

/** The one window that rich HTML is sanitised with. It is loaded when it is first asked for: that takes a while. */
export function openWindow(): unknown {
  if (opened === undefined) {
    const { JSDOM } = createRequire(import.meta.url)('jsdom') as typeof jsdom;
    opened = new JSDOM('').window;
  }
  return opened;
}
