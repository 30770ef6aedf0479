/** Thrown when the backend cannot be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  /** @param status the status of the answer; absent if there was no answer, or if the answer was not JSON */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
