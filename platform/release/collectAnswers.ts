import type { Release } from './Release';

/** How long a read that no live build makes is still answered, in milliseconds: for open tabs and for rollbacks. */
const KEPT = 7 * 86_400_000;

/** What an app has read, by address. */
export type AppAnswers = Record<string, Pick<Release['answers'][string], 'content' | 'collections'>>;

interface AnswerSources {
  /** The answers of the live release. */
  live: Release['answers'] | undefined;
  /** All apps of the next release. */
  apps: readonly string[];
  /** What the next release's builds have read. An app that is missing here keeps its answers of the live release. */
  read: ReadonlyMap<string, AppAnswers>;
  now: Date;
}

/**
 * Works out what the next release answers (§7): what its builds have read and, for seven days, what only earlier builds
 * have read. If two apps have read different answers to the same read, the first one is kept.
 */
export function collectAnswers({ live = {}, apps, read, now }: AnswerSources): Release['answers'] {
  const answers: Release['answers'] = {};
  for (const [app, own] of read) {
    for (const [address, { content, collections }] of Object.entries(own))
      (answers[address] ??= { content, by: [], collections }).by.push(app);
  }
  for (const [address, { by: readers, until, ...answer }] of Object.entries(live)) {
    const by = readers.filter((app) => apps.includes(app) && !read.has(app));
    if (answers[address]) answers[address].by.push(...by);
    else if (by.length > 0) answers[address] = { ...answer, by };
    else if (until === undefined || Date.parse(until) > now.getTime())
      answers[address] = { ...answer, by, until: until ?? new Date(now.getTime() + KEPT).toISOString() };
  }
  for (const answer of Object.values(answers)) answer.by.sort();
  return answers;
}
