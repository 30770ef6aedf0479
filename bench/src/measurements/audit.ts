import { messageOf } from '@site/backend/messageOf';
import lighthouse from 'lighthouse';

/** What one run of Lighthouse says. */
export interface Audit {
  /** By category, 0 to 100. */
  scores: Record<Category, number>;
  /** Milliseconds. */
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** What keeps a category below 100: the category, the audit's name and its own words. */
  faults: string[][];
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

/** How long one run may take. Milliseconds. */
const RUN_LIMIT = 90_000;

/** How often a run is tried; now and then the browser's trace lacks its beginning. */
const ATTEMPTS = 3;

/**
 * Runs Lighthouse as for a phone, with its simulated slow network.
 *
 * @param port where the browser listens for its commands
 * @throws Error if the page could not be audited
 */
export async function audit(url: string, port: number): Promise<Audit> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await auditOnce(url, port);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.log(`  once more: ${messageOf(error)}`);
    }
  }
}

async function auditOnce(url: string, port: number): Promise<Audit> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    maxWaitForLoad: RUN_LIMIT / 2,
  });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}.`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not audit ${url}: ${runtimeError.message}`);
  const value = (name: string): number => {
    const measured = audits[name]?.numericValue;
    if (measured === undefined) throw new Error(`Lighthouse has not measured ${name} of ${url}.`);
    return measured;
  };
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Audit['scores'];
  return {
    scores,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    faults: CATEGORIES.filter((name) => scores[name] < 100).flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => [category, id, `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`]),
    ),
  };
}
