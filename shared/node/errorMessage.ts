/** Returns a message for any thrown value. Does not use `instanceof`, because an error may come from another realm. */
export function errorMessage(error: unknown): string {
  const { message, cause, code } = (error ?? {}) as Record<'message' | 'cause' | 'code', unknown>;
  // Node's `fetch` puts the reason into the error's `cause`.
  if (message === 'fetch failed' && cause) return errorMessage(cause);
  // If a host refuses the connection on all its addresses, the error has a code but an empty message.
  if (message === '' && typeof code === 'string') return code;
  return typeof message === 'string' ? message : String(error);
}
