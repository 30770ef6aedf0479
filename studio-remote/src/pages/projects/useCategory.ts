import { useLocation } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { categoryIn } from './categoryAddress';
import { keepListCategory } from '../../projects/session';

/**
 * The category in the list's address; undefined while all projects are shown. A category without projects is ignored,
 * as on the server. But a category that is already shown stays selected when its last project is removed.
 *
 * @param categories those that have projects
 */
export function useCategory(categories: string[]): string | undefined {
  const requested = categoryIn(useLocation().search);
  const hasProjects = requested !== undefined && categories.includes(requested);
  const [shown, setShown] = useState(hasProjects ? requested : undefined);
  if (hasProjects && shown !== requested) setShown(requested);
  const selected = hasProjects || shown === requested ? requested : undefined;

  useEffect(() => keepListCategory(selected), [selected]);

  return selected;
}
