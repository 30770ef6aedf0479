import { useNavigate } from '@site/shared/router';
import hidden from '@site/shared/ui/VisuallyHidden.module.css';
import { useMemo, type MouseEvent } from 'react';
import type { ShownProject } from './prepareProject';
import styles from './ProjectDetails.module.css';
import type { SafeHtml } from './sanitiseHtml';

/** What the server gives that is no page. */
const FILE = /^\/(?:api|assets)\/|\.\w+$/;

/** The long description of a project (§2). Without one there is nothing: the page begins with the short one already. */
export function ProjectDetails({ project: { longDescription } }: { project: ShownProject }) {
  // A new object would make React set the HTML again, and a selection in the text would be lost.
  const html = useMemo(() => ({ __html: policy.createHTML(longDescription) }), [longDescription]);
  const navigate = useNavigate();
  if (!longDescription) return null;

  /** A link to another page of the site is a move, as everywhere. */
  function move(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, search, hash } = link;
    if (origin !== location.origin || pathname === location.pathname || FILE.test(pathname)) return;
    event.preventDefault();
    void navigate(pathname + search + hash);
  }

  return (
    <section>
      {/* Seen by nobody: the text follows the title and the cover. */}
      <h2 className={hidden.hidden}>About this project</h2>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- what is clicked are the links in it */}
      <div className={styles.text} onClick={move} dangerouslySetInnerHTML={html} />
    </section>
  );
}

const asItIs = { createHTML: (html: SafeHtml) => html };
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: typeof asItIs) => typeof asItIs };
};
/** Makes what `dangerouslySetInnerHTML` takes under Trusted Types, which no prerendering and not every browser has. */
const policy = trustedTypes?.createPolicy('site', asItIs) ?? asItIs;
