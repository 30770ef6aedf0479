import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with the classes of fetch and of encoding, which every browser has and React Router asks for, and with an
 * editing command that refuses, as it has no editing.
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
    });
    Object.assign(this.global.document, { execCommand: () => false });
  }
}
