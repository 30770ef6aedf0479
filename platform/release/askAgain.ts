import { listOf, pageAt, pageIn } from './collectAnswers';
import { askBackend, NO_ANSWER, type Answers } from './openReading';
import type { Release } from './Release';

/** The maximum number of pages of a list. */
const PAGES = 100;

/**
 * Asks the backend again for what only earlier builds have read, a list page by page to its short page. An answer that
 * the backend refuses or does not give stays as it was.
 *
 * @param answers the answers of the next release, which are brought up to date
 * @returns the backend's answers by address
 */
export async function askAgain(backendUrl: string, answers: Release['answers']): Promise<Answers> {
  const asked: Answers = {};

  /** @returns whether the answer is a full page, so that another one follows */
  async function ask(address: string, known: Release['answers'][string]): Promise<boolean> {
    const answer = await askBackend(backendUrl, address).catch(() => undefined);
    asked[address] = { hash: answer?.hash ?? NO_ANSWER, ...(answer?.text && { text: answer.text }) };
    if (answer?.text === undefined) return false;
    answers[address] = { ...known, content: answer.hash, collections: answer.collections ?? [] };
    const { items, perPage } = answer.parsed ?? {};
    return Array.isArray(items) && items.length > 0 && items.length >= Number(perPage);
  }

  const lists = new Set<string>();
  for (const [address, answer] of Object.entries(answers)) {
    if (answer.by.length > 0 || lists.has(listOf(address))) continue;
    if (pageIn(address) === undefined) {
      await ask(address, answer);
      continue;
    }
    lists.add(listOf(address));
    let page = 1;
    while (page <= PAGES && (await ask(pageAt(address, page), answer))) page += 1;
    // The list may have become shorter. Without an answer, nothing is known about its later pages.
    const isShort = asked[pageAt(address, page)]?.text !== undefined;
    for (const later of Object.keys(answers)) {
      if (isShort && listOf(later) === listOf(address) && (pageIn(later) ?? 0) > page) delete answers[later];
    }
  }
  return asked;
}
