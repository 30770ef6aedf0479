/** Returns the message of any thrown value, including an error from another realm. */
export function errorMessage(error: unknown): string {
  const { message, cause, code } = (error ?? {}) as Record<'message' | 'cause' | 'code', unknown>;
  // The `fetch` of Node reports the reason in the error's `cause`.
  if (message === 'fetch failed' && cause) return errorMessage(cause);
  // If all addresses of a host refuse the connection, the error has a code but an empty message.
  if (message === '' && typeof code === 'string') return code;
  return typeof message === 'string' ? message : String(error);
}
