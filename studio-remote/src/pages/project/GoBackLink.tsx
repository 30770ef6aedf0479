import { ButtonLink } from '@site/shared/ui/ButtonLink';
import type { MouseEvent } from 'react';

/** Goes back in the history if the visitor came from a page of this site, else to the projects. */
export function GoBackLink() {
  return (
    <ButtonLink to="/projects" variant="secondary" onClick={goBack}>
      Go Back
    </ButtonLink>
  );
}

function goBack(event: MouseEvent): void {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (opensElsewhere || !cameFromThisSite()) return;
  event.preventDefault();
  window.history.back();
}

function cameFromThisSite(): boolean {
  // React Router counts the moves that it has made in `idx`; before its first move the referrer tells.
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx > 0 || (window.history.length > 1 && document.referrer.startsWith(`${window.location.origin}/`));
}
