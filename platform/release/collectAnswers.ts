import type { Answers } from './openReading';
import type { Release } from './Release';

/** How long a read that no live build makes is still answered, in milliseconds: for open tabs and for rollbacks. */
const KEPT = 7 * 86_400_000;

interface AnswerSources {
  /** The answers of the live release. */
  live: Release['answers'];
  /** All apps of the next release. */
  apps: readonly string[];
  /** The answers to the apps that have just been read. */
  read: ReadonlyMap<string, Answers>;
  now: Date;
}

/**
 * Works out what the next release answers (§7): what its builds have read and, for seven days, what only earlier builds
 * have read. An app that was not read keeps its answers.
 */
export function collectAnswers({ live, apps, read, now }: AnswerSources): Release['answers'] {
  const answers: Release['answers'] = {};
  for (const [app, readings] of read) {
    for (const [address, { hash, text, collections = [] }] of Object.entries(readings)) {
      if (text === undefined) continue;
      const answer = (answers[address] ??= { content: hash, by: [], collections });
      answer.by.push(app);
    }
  }
  const lists = new Set(Object.keys(answers).map(listOf));
  for (const [address, { by: readers, until, ...answer }] of Object.entries(live)) {
    const by = readers.filter((app) => apps.includes(app) && !read.has(app));
    const newer = answers[address];
    if (newer) newer.by.push(...by);
    else if (by.length > 0) answers[address] = { ...answer, by };
    // The list has become shorter, and the server answers its later pages with an empty list.
    else if (lists.has(listOf(address))) continue;
    else if (until === undefined || Date.parse(until) > now.getTime()) {
      const end = until ?? new Date(now.getTime() + KEPT).toISOString();
      answers[address] = { ...answer, by, until: end };
    }
  }
  for (const answer of Object.values(answers)) answer.by.sort();
  return answers;
}

/** Names the list that an address reads a page of: the address without the page's number. */
export function listOf(address: string): string {
  return address.replace(/([?&])page=\d+(?:&|$)/, '$1');
}

/** The number of the page that an address reads; undefined if it names none. */
export function pageIn(address: string): number | undefined {
  const [, number] = /[?&]page=(\d+)(?:&|$)/.exec(address) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The address of another page of the same list. */
export function pageAt(address: string, page: number): string {
  return address.replace(/([?&]page=)\d+/, `$1${page}`);
}
