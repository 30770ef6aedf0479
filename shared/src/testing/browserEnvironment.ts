import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * A jsdom environment with additions: the fetch and encoding classes that React Router needs, media queries that never
 * match, picture decoding that always succeeds, and an `execCommand` that always fails.
 */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    // Node's abort classes have to replace jsdom's, because Node's `Request` rejects jsdom's signals.
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
