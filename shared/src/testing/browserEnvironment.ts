import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with the classes of fetch and of encoding, which every browser has and React Router asks for, and with an
 * editing command that refuses, as it has no editing. No media query matches, and every picture can be painted.
 */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    // The abort classes come along, because Node's Request refuses a signal of jsdom.
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      Request,
      Response,
      Headers,
      AbortController,
      AbortSignal,
      matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
    });
    this.global.HTMLImageElement.prototype.decode = () => Promise.resolve();
    Object.assign(this.global.document, { execCommand: () => false });
  }
}
