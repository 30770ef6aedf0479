import { useNavigate } from '@site/shared/router';
import { useMemo, type MouseEvent } from 'react';
import styles from './Html.module.css';
import type { SafeHtml } from './sanitiseHtml';

const FILE = /^\/(?:api|assets)\/|\.\w+$/;

/** Shows a record's sanitised HTML (§3). Links to other pages of the site navigate without loading a new document. */
export function Html({ html }: { html: SafeHtml }) {
  // If this object changed on every render, React would set the HTML again, which would clear any text selection.
  const inner = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
  const navigate = useNavigate();

  function followLink(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, search, hash } = link;
    if (origin !== location.origin || pathname === location.pathname || FILE.test(pathname)) return;
    event.preventDefault();
    void navigate(pathname + search + hash);
  }

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only the links inside are clicked
    <div className={styles.text} onClick={followLink} dangerouslySetInnerHTML={inner} />
  );
}

const unchanged = { createHTML: (html: SafeHtml) => html };
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: typeof unchanged) => typeof unchanged };
};
/**
 * Marks HTML as trusted for `dangerouslySetInnerHTML`. Without Trusted Types, e.g. in Node, the HTML stays a plain string.
 */
const policy = trustedTypes?.createPolicy('site', unchanged) ?? unchanged;
