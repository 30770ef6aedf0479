/** Whether a value has fields to ask for: anything of JSON but a list, a text, a number, a truth value and null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
