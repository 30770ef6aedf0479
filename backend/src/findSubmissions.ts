import type { RecordModel } from 'pocketbase';
import type { Superuser } from './openSuperuser';
import { signIn } from './signIn';

/** Says where to find a submission that matches a search. Does not contain what the visitor typed. */
export interface FoundSubmission {
  /** The name of the form's collection. */
  form: string;
  /** In PocketBase's date format; empty if the form has no field `created`. */
  created: string;
  /** The names of the fields that contain at least one of the search words. */
  fields: string[];
  /** The record's URL in the dashboard. */
  link: string;
}

/**
 * Searches all forms for submissions that contain every word of the given text. Ignores case, accents, and whether
 * characters are composed or decomposed. PocketBase's own search ignores only the case of ASCII letters. Compares the
 * words in this process, so they never appear in a URL.
 *
 * @returns the submissions, grouped by form, newest first within each form
 * @throws Error if the backend cannot be read
 */
export async function findSubmissions(
  url: string,
  superuser: Superuser,
  text: string,
): Promise<FoundSubmission[]> {
  const client = await signIn({ url, superuser });
  const words = fold(text)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const found: FoundSubmission[] = [];
  for (const { id, name } of (await client.collections.getFullList()).filter(isForm)) {
    for (const record of await client.collection(name).getFullList({ sort: '-created' })) {
      const texts = listTexts(record).map(([field, value]) => [field, fold(value)] as const);
      const has = (word: string) => texts.some(([, value]) => value.includes(word));
      if (words.length === 0 || !words.every(has)) continue;
      const query = new URLSearchParams({ collection: id, recordId: record.id });
      found.push({
        form: name,
        created: String(record.created ?? ''),
        fields: texts
          .filter(([, value]) => words.some((word) => value.includes(word)))
          .map(([field]) => field),
        link: `${url}/_/#/collections?${query.toString()}`,
      });
    }
  }
  return found;
}

interface Collection {
  type: string;
  system: boolean;
  createRule?: string | null;
  listRule?: string | null;
  viewRule?: string | null;
}

/**
 * Checks whether a collection is a form: visitors may create records in it, but not read them. `isForm` in
 * pb_hooks/findForms.js applies the same rule.
 */
function isForm({ type, system, createRule, listRule, viewRule }: Collection): boolean {
  return type === 'base' && !system && createRule !== null && listRule === null && viewRule === null;
}

function listTexts(record: RecordModel): [field: string, text: string][] {
  const own = ['id', 'collectionId', 'collectionName', 'created', 'updated'];
  return Object.entries(record).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !own.includes(entry[0]),
  );
}

/** Normalises text, so that spellings that differ only in case, accents or composition become equal. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase();
}
