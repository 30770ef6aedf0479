/** What to say about anything that was thrown, also about an error of another realm. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
