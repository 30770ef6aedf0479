/** The backend could not be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  /** @param status the status of its answer; absent if it gave no answer, or one that is not JSON */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
