/** The message of any thrown value, including errors of another realm. */
export function messageOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: unknown };
  // The reason is in the cause.
  if (message === 'fetch failed' && cause) return messageOf(cause);
  return typeof message === 'string' ? message : String(error);
}
