import { useLocation } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { categoryIn } from './categoryAddress';
import type { CardProject } from './toCard';
import { visit } from './visit';

/**
 * The category that the list is filtered by, as its address says; undefined for all. One that no project has filters
 * nothing, as on the server, but one that was shown stays when its last project goes.
 */
export function useCategory(projects: CardProject[]): string | undefined {
  const asked = categoryIn(useLocation().search);
  const isThere = projects.some(({ category }) => category === asked);
  const [shown, setShown] = useState(isThere ? asked : undefined);
  if (isThere && shown !== asked) setShown(asked);
  const selected = isThere || shown === asked ? asked : undefined;

  useEffect(() => {
    visit.category = selected;
  }, [selected]);

  return selected;
}
