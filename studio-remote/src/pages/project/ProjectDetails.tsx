import { useNavigate } from '@site/shared/router';
import hidden from '@site/shared/ui/VisuallyHidden.module.css';
import { useMemo, type MouseEvent } from 'react';
import type { ShownProject } from './prepareProject';
import styles from './ProjectDetails.module.css';
import type { SafeHtml } from './sanitiseHtml';

/** Paths of this site that lead to files, not to pages. */
const FILE = /^\/(?:api|assets)\/|\.\w+$/;

/** The long description of a project (§2). Renders nothing if the description is empty. */
export function ProjectDetails({ project: { longDescription } }: { project: ShownProject }) {
  // A new object would make React set the HTML again, which would clear a selection in the text.
  const html = useMemo(() => ({ __html: policy.createHTML(longDescription) }), [longDescription]);
  const navigate = useNavigate();
  if (!longDescription) return null;

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
    <section>
      {/* Only for screen readers: on screen, the text follows the title and the cover. */}
      <h2 className={hidden.hidden}>About this project</h2>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only the links inside are clicked */}
      <div className={styles.text} onClick={followLink} dangerouslySetInnerHTML={html} />
    </section>
  );
}

const unchanged = { createHTML: (html: SafeHtml) => html };
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: typeof unchanged) => typeof unchanged };
};
/** Creates trusted HTML for `dangerouslySetInnerHTML`, or plain strings in Node and in browsers without Trusted Types. */
const policy = trustedTypes?.createPolicy('site', unchanged) ?? unchanged;
