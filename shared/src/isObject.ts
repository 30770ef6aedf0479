/** Whether a value is a JSON object, not an array, string, number, boolean or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
