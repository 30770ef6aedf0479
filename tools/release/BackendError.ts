/** The backend could not be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  /** @param status that it answered with; absent without an answer, or without one that is JSON */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
