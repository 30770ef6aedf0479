/** The message of any thrown value, including an error from another realm. */
export function messageOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: unknown };
  // Node's `fetch` puts the reason in the error's `cause`.
  if (message === 'fetch failed' && cause) return messageOf(cause);
  return typeof message === 'string' ? message : String(error);
}
