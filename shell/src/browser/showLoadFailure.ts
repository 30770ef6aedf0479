import { formDraft } from '@site/shared/form/formDraft';
import { PENDING_ATTRIBUTE } from '@site/shared/contract';
import { buttonClass } from '@site/shared/ui/Button';

/**
 * Call this function if the code of a prerendered page cannot be loaded. It shows a notice in each part of the page that is
 * still waiting for data, and leaves the rest of the page unchanged. When the visitor leaves, it saves as drafts what they
 * have typed into forms. This function uses neither React nor the remote's code.
 */
export function showLoadFailure(): void {
  addEventListener('pagehide', keepDrafts);
  for (const waiting of document.querySelectorAll(`[${PENDING_ATTRIBUTE}]`)) {
    const words = 'This part of the page could not be loaded.';
    const message = Object.assign(document.createElement('p'), { textContent: words });
    const retry = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: 'Try Again',
      className: buttonClass('primary'),
    });
    retry.addEventListener('click', () => location.reload());
    const notice = Object.assign(document.createElement('div'), { className: 'page-notice' });
    notice.setAttribute('role', 'alert');
    notice.append(message, retry);
    waiting.replaceChildren(notice);
  }
}

function keepDrafts(): void {
  for (const form of document.forms) {
    const typed = Array.from(new FormData(form)).filter(([, value]) => value);
    const entries = { ...formDraft.read(form.name), ...Object.fromEntries(typed) };
    formDraft.write(form.name, entries as Record<string, string>);
  }
}
