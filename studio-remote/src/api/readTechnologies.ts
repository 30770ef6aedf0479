/** How many are read; of a list of any size no more than that many values are looked at. */
const MAX_VALUES = 500;
/** How much of one text is kept, in code units. */
const MAX_TEXT = 5_000;

/**
 * The technologies of a project (§3): a list of text, as it is, without blanks and repetitions.
 *
 * The backend's field may hold any JSON. One text becomes a list of one, and lists in lists are flattened. An object
 * stands for its `name`, or without one for its values. Everything else is left out.
 */
export function readTechnologies(value: unknown): string[] {
  const technologies = new Set<string>();
  const open = [value];
  for (let looked = 0; open.length > 0 && looked < MAX_VALUES; looked += 1) {
    const next = open.pop();
    if (typeof next === 'string' || typeof next === 'number') {
      const text = String(next)
        .slice(0, MAX_TEXT)
        .replace(/\p{Surrogate}/gu, '\uFFFD')
        .trim();
      if (text) technologies.add(text);
    } else {
      open.push(...partsOf(next).reverse());
    }
  }
  return [...technologies];
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES);
  if (typeof value !== 'object' || value === null) return [];
  if ('name' in value && typeof value.name === 'string') return [value.name];
  return Object.values(value).slice(0, MAX_VALUES);
}
