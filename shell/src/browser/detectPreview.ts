import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Whether the page belongs to a preview, which the server chooses by a cookie. The server is only asked whether that
 * preview exists if there is such a cookie.
 */
export async function detectPreview(page: Document, live: LiveRelease): Promise<boolean> {
  try {
    const chosen = /(?:^|; )release=([^;]+)/.exec(page.cookie)?.[1];
    return chosen !== undefined && (await live.load()).id === chosen;
  } catch {
    // The server does not answer, or the browser blocks cookies by an error instead of having none.
    return false;
  }
}
