import type { Release } from './Release';

/** How long to keep an answer that no live build reads any more, in milliseconds. Open tabs and rollbacks may need it. */
const KEPT = 7 * 86_400_000;

export type AppAnswers = Record<string, Pick<Release['answers'][string], 'content' | 'collections'>>;

interface AnswerSources {
  live: Release['answers'] | undefined;
  apps: readonly string[];
  /** The answers to each app's reads, by app. An app without an entry keeps its answers from the live release. */
  read: ReadonlyMap<string, AppAnswers>;
  now: Date;
}

/**
 * Collects the next release's answers (§7): the answers to its builds' reads, and the answers to reads that only earlier
 * builds performed. The latter are kept for seven days. If two apps got different answers to the same read, the first app's
 * answer is kept.
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
