import { askBackend, NO_ANSWER, type Answers } from './openReading';
import type { Release } from './Release';

/** The maximum number of pages of a list. */
const PAGES = 100;

/**
 * Asks the backend again for what only earlier builds have read, a list page by page to its short page: a page that is not
 * full. Pages after it are dropped. An answer that the backend refuses or does not give stays as it was.
 *
 * @param known the answers of the next release
 * @returns these answers, brought up to date, and what the backend answered
 */
export async function askAgain(
  backendUrl: string,
  known: Release['answers'],
): Promise<{ answers: Release['answers']; asked: Answers }> {
  const answers = new Map(Object.entries(known));
  const asked: Answers = {};
  let isSilent = false;

  /** @returns whether the answer is a full page, so that another one may follow; undefined without an answer */
  async function ask(address: string, former: KeptAnswer): Promise<boolean | undefined> {
    asked[address] = { hash: NO_ANSWER };
    // One missing answer may take ten seconds, so the next round asks for the rest.
    if (isSilent) return undefined;
    try {
      const { hash, text, parsed, collections = [] } = await askBackend(backendUrl, address);
      asked[address] = { hash, ...(text !== undefined && { text }) };
      if (text === undefined) return undefined;
      const { by, ...answer } = answers.get(address) ?? former;
      // What a live build has read stays as it was read.
      if (by.length === 0) answers.set(address, { ...answer, by, content: hash, collections });
      const { items, perPage } = parsed ?? {};
      return Array.isArray(items) && items.length > 0 && items.length >= Number(perPage);
    } catch {
      isSilent = true;
      return undefined;
    }
  }

  const lists = new Set<string>();
  for (const [address, answer] of Object.entries(known)) {
    const list = listOf(address);
    if (answer.by.length > 0 || lists.has(list)) continue;
    if (pageIn(address) === undefined) {
      await ask(address, answer);
      continue;
    }
    lists.add(list);
    let page = 1;
    let isFull = await ask(pageAt(address, page), answer);
    while (isFull && page < PAGES) isFull = await ask(pageAt(address, (page += 1)), answer);
    if (isFull !== false) continue;
    for (const [later, { by }] of answers)
      if (by.length === 0 && listOf(later) === list && (pageIn(later) ?? 0) > page) answers.delete(later);
  }
  return { answers: Object.fromEntries(answers), asked };
}

type KeptAnswer = Release['answers'][string];

/** Names the list that an address reads a page of: the address without the page's number. */
function listOf(address: string): string {
  return address.replace(/([?&])page=\d+(?:&|$)/, '$1');
}

/** The number of the page that an address reads; undefined if it names none. */
function pageIn(address: string): number | undefined {
  const [, number] = /[?&]page=(\d+)(?:&|$)/.exec(address) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The address of another page of the same list. */
function pageAt(address: string, page: number): string {
  return address.replace(/([?&]page=)\d+/, `$1${page}`);
}
