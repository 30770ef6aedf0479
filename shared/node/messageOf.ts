/** The message of any thrown value, including an error from another realm. */
export function messageOf(error: unknown): string {
  const { message, cause, code } = (error ?? {}) as Record<'message' | 'cause' | 'code', unknown>;
  // Node's `fetch` puts the reason in the error's `cause`.
  if (message === 'fetch failed' && cause) return messageOf(cause);
  // The error for a host whose addresses all refuse has a code, and no message.
  if (message === '' && typeof code === 'string') return code;
  return typeof message === 'string' ? message : String(error);
}
