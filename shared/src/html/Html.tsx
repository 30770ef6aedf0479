import { useNavigate } from '@site/shared/router';
import { useMemo, type MouseEvent } from 'react';
import styles from './Html.module.css';
import type { SafeHtml } from './sanitiseHtml';

/** Paths of this site that lead to files, not to pages. */
const FILE = /^\/(?:api|assets)\/|\.\w+$/;

/** The sanitised HTML of a record (§3). A link to another page of the site is a navigation within the site. */
export function Html({ html }: { html: SafeHtml }) {
  // A new object would make React set the HTML again, which would clear a selection in the text.
  const inner = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
  const navigate = useNavigate();

  /** Follows a link to another page of the site without loading a new document. */
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
/** Creates trusted HTML for `dangerouslySetInnerHTML`, or plain strings in Node and in browsers without Trusted Types. */
const policy = trustedTypes?.createPolicy('site', unchanged) ?? unchanged;
