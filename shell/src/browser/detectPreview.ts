import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Whether the page is one of a release that its visitor previews: the server has chosen it by a cookie. Only where
 * there is such a cookie is the server asked whether it means something.
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
