import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Whether the page belongs to a preview, which the server chooses by a cookie. The server is asked
 * whether that preview exists only if there is such a cookie.
 */
export async function detectPreview(live: LiveRelease): Promise<boolean> {
  try {
    const chosen = /(?:^|; )release=([^;]+)/.exec(document.cookie)?.[1];
    return chosen !== undefined && (await live.load()).id === chosen;
  } catch {
    // The server did not answer, or reading cookies throws because the browser blocks them.
    return false;
  }
}
