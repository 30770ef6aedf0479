import { askBackend, NO_ANSWER, type Answers } from './openReading';
import type { Release } from './Release';

/** The maximum number of pages to read from one list. */
const PAGES = 100;

/**
 * Repeats the reads that only earlier builds performed. A list is read page by page, until a page is not full. Stored
 * answers for the pages after it are dropped. If the backend refuses a read or does not respond, the stored answer is kept.
 *
 * @param known the answers collected for the next release so far
 * @returns `answers`, an updated copy of the known answers; and `asked`, the backend's answer to each repeated read
 */
export async function askAgain(
  backendUrl: string,
  known: Release['answers'],
): Promise<{ answers: Release['answers']; asked: Answers }> {
  const answers = new Map(Object.entries(known));
  const asked: Answers = {};
  let isSilent = false;

  /**
   * @returns whether the answer is a full page, in which case there may be another page; undefined if the backend refuses
   *   the read or does not respond
   */
  async function ask(address: string, former: KeptAnswer): Promise<boolean | undefined> {
    asked[address] = { hash: NO_ANSWER };
    // Once a request gets no response, leave the other reads to the next round, because each may take another ten seconds.
    if (isSilent) return undefined;
    try {
      const { hash, text, parsed, collections = [] } = await askBackend(backendUrl, address);
      asked[address] = { hash, ...(text !== undefined && { text }) };
      if (text === undefined) return undefined;
      const { by, ...answer } = answers.get(address) ?? former;
      // If a live build also performs this read, keep the stored answer, because live pages were rendered with it.
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
    const list = listAddress(address);
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
      if (by.length === 0 && listAddress(later) === list && (pageIn(later) ?? 0) > page)
        answers.delete(later);
  }
  return { answers: Object.fromEntries(answers), asked };
}

type KeptAnswer = Release['answers'][string];

/** Returns the address without its `page` parameter. The result is the same for all pages of a list. */
function listAddress(address: string): string {
  return address.replace(/([?&])page=\d+(?:&|$)/, '$1');
}

function pageIn(address: string): number | undefined {
  const [, number] = /[?&]page=(\d+)(?:&|$)/.exec(address) ?? [];
  return number === undefined ? undefined : Number(number);
}

function pageAt(address: string, page: number): string {
  return address.replace(/([?&]page=)\d+/, `$1${page}`);
}
