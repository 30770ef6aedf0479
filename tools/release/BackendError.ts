/** Thrown when the backend cannot be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  /** @param status the status that the backend answered with; absent if it did not answer, or not with JSON */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
