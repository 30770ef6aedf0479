/** A remote's code could not be loaded, and a full page load would not help: the visitor is offline. */
export class RemoteLostError extends Error {
  override name = 'RemoteLostError';

  constructor(cause: unknown) {
    super('The code of this page could not be loaded.', { cause });
  }
}
