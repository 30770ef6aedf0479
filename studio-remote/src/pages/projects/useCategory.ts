import { useLocation } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { categoryIn } from './categoryAddress';
import { updateSession } from '../../projects/session';

/**
 * Returns the category in the list's URL, or undefined if all projects are shown. A category without projects is ignored, as
 * it is on the server. However, if a category loses its last project while it is selected, it stays selected.
 *
 * @param categories the categories that have projects
 */
export function useCategory(categories: string[]): string | undefined {
  const requested = categoryIn(useLocation().search);
  const hasProjects = requested !== undefined && categories.includes(requested);
  const [shown, setShown] = useState(hasProjects ? requested : undefined);
  if (hasProjects && shown !== requested) setShown(requested);
  const selected = hasProjects || shown === requested ? requested : undefined;

  useEffect(() => updateSession({ listCategory: selected }), [selected]);

  return selected;
}
