/** What to say about anything that was thrown, also about an error of another realm. */
export function messageOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: unknown };
  // Node's fetch says no more than that; what has failed is in its cause.
  if (message === 'fetch failed' && cause) return messageOf(cause);
  return typeof message === 'string' ? message : String(error);
}
