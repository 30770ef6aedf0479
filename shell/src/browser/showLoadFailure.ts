import { PENDING_ATTRIBUTE } from '@site/shared/remote';

/**
 * Says, in plain DOM and without the remote, that the pending parts of a prerendered page could not be loaded. The
 * rest of the page stays as it is.
 */
export function showLoadFailure(page: Document): void {
  for (const waiting of page.querySelectorAll(`[${PENDING_ATTRIBUTE}]`)) {
    const message = page.createElement('p');
    message.textContent = 'This part of the page could not be loaded.';
    const retry = page.createElement('button');
    retry.type = 'button';
    retry.textContent = 'Try Again';
    retry.addEventListener('click', () => page.defaultView?.location.reload());
    const notice = page.createElement('div');
    notice.className = 'page-notice';
    notice.setAttribute('role', 'alert');
    notice.append(message, retry);
    waiting.removeAttribute('aria-busy');
    waiting.replaceChildren(notice);
  }
}
