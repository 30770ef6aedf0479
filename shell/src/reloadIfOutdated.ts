import { readReleaseBlock } from './remotes/readReleaseBlock';

/** How long the server may take to say which release is live. Milliseconds. */
const ANSWER_LIMIT = 3_000;

/**
 * For a page whose code could not be had: loads it anew if the server has another release by now, because a
 * document from a cache or from the history may ask for code that is gone. Never a second time in a row, and
 * never over something that a visitor has typed.
 *
 * @returns whether the page is about to be loaded anew
 */
export async function reloadIfOutdated(page: Document, reload: () => void): Promise<boolean> {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation || (navigation as PerformanceNavigationTiming).type === 'reload') return false;
  const mayReload = (await isOutdated(page)) && !holdsText(page);
  if (mayReload) reload();
  return mayReload;
}

async function isOutdated(page: Document): Promise<boolean> {
  try {
    // The path alone: a query may hold a secret.
    const { headers } = await fetch(location.pathname, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_LIMIT),
    });
    const live = headers.get('x-release');
    return live !== null && live !== readReleaseBlock(page).id;
  } catch {
    return false;
  }
}

function holdsText(page: Document): boolean {
  return [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue,
  );
}
