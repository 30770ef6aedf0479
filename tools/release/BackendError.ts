/** The backend could not be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  /** @param status the status of the backend's answer; absent without an answer, or if the answer is not JSON */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
