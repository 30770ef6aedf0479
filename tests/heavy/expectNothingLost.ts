import { expect, test } from '@playwright/test';
import { share } from '@site/backend/testing/repetitions';
import { CHANGES, PARTS, type PageChange } from './changePage';
import type { ChangedSite } from './startChangedSite';
import { MOMENTS, type Visit, type Visited } from './visitChangedPage';

export interface Window {
  open: (url: string) => Promise<unknown>;
  run: <T>(inPage: () => T) => Promise<T>;
}

const FORMS = {
  '/contact': {
    full_name: 'Ada Example',
    email_address: 'ada@example.com',
    company: 'Example Ltd',
    service_interested_in: 'design',
    project_details: 'A lighthouse',
  },
  '/micora/delete': {
    contact_email: 'ada@example.com',
    micora_email: 'couple@example.com',
    confirmation: 'yes',
    reason: 'A reason',
  },
};

/** How long a page may take to become idle, in milliseconds. */
const LIMIT = 30_000;

declare const window: { visited?: () => Visited | undefined };

/**
 * Visits each form once for every combination of a page part, a kind of change, and one of `moments`. During a visit, a
 * script fills in the form and changes the page. Expects the page to keep every value, the focus and the selection. An
 * ordinary run makes a seventh of the visits, and a soak test makes all of them.
 */
export async function expectNothingLost(
  { open, run }: Window,
  site: ChangedSite,
  moments: readonly Visit['when'][] = MOMENTS,
): Promise<void> {
  for (const [path, entries] of Object.entries(FORMS)) {
    for (const visit of share(visits(moments), 7)) {
      await test.step(`${path}: ${visit.change} ${visit.part} ${visit.when}`, async () => {
        site.prepare({ ...visit, entries });
        await open(`${site.url}${path}`);
        // React may not have finished rendering yet, so the expectations are retried.
        await expect(async () => {
          const visited = await run(() => window.visited?.());
          expect(visited?.entries).toEqual(expectedEntries(entries, visit, visited?.typed ?? 0));
          const { expected, found } = visited?.focus ?? { expected: [], found: [] };
          // A change that moves the focused field also removes the focus. Check the focus only if the text area still had it
          // after the change.
          if (expected[0] === 'project_details' || expected[0] === 'reason') expect(found).toEqual(expected);
        }).toPass({ timeout: LIMIT });
        await run(() => sessionStorage.clear());
      });
    }
  }
}

function visits(moments: readonly Visit['when'][]): Omit<Visit, 'entries'>[] {
  const changes: PageChange[] = PARTS.flatMap((part) => CHANGES.map((change) => ({ part, change })));
  return moments.flatMap((when) => changes.map((change) => ({ ...change, when })));
}

/**
 * Returns the values that the form should have after a visit. The characters typed while React is busy come after the second
 * letter of the last value. If the form was removed before the site's scripts ran, all values are empty.
 */
function expectedEntries(
  entries: Record<string, string>,
  { part, change, when }: Omit<Visit, 'entries'>,
  typed: number,
): Record<string, string> {
  if (when === 'before' && change === 'remove' && (part === 'form' || part === 'main'))
    return Object.fromEntries(Object.keys(entries).map((name) => [name, '']));
  const [name, text] = Object.entries(entries).at(-1) ?? ['', ''];
  return { ...entries, [name]: `${text.slice(0, 2)}${'x'.repeat(typed)}${text.slice(2)}` };
}
