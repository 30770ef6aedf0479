/** The backend could not be read. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
}
