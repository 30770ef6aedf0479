const MAX_TAGS = 20;
/** In code points. */
const MAX_TAG_LENGTH = 40;
/** How many values are looked at before the rest is left out: the field may hold megabytes. */
const MAX_VALUES = 500;
/** How much of one text is looked at, in code units. */
const MAX_TEXT = 4000;

/**
 * The technologies of a project (§3) as a list of distinct, short texts.
 *
 * The backend keeps the field as JSON of any form. Texts are split at commas, semicolons and line breaks,
 * lists are flattened, of an object its `name` counts, else its values; everything else is left out.
 */
export function readTechnologies(value: unknown): string[] {
  const tags = new Map<string, string>();
  const open = [value];
  for (let looked = 0; open.length > 0 && looked < MAX_VALUES && tags.size < MAX_TAGS; looked += 1) {
    const next = open.pop();
    if (typeof next === 'string' || typeof next === 'number') {
      for (const part of String(next)
        .slice(0, MAX_TEXT)
        .split(/[,;\n]/)) {
        const tag = shorten(part.replace(/\p{Surrogate}/gu, '\uFFFD').trim());
        if (tag && tags.size < MAX_TAGS && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
      }
    } else {
      open.push(...partsOf(next).reverse());
    }
  }
  return [...tags.values()];
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES);
  if (typeof value !== 'object' || value === null) return [];
  if ('name' in value && typeof value.name === 'string') return [value.name];
  return Object.values(value).slice(0, MAX_VALUES);
}

function shorten(tag: string): string {
  const characters = Array.from(tag);
  return characters.length > MAX_TAG_LENGTH ? `${characters.slice(0, MAX_TAG_LENGTH - 1).join('')}…` : tag;
}
