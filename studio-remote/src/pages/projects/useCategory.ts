import { useLocation, useNavigate } from '@site/shared/router';
import { useEffect, useSyncExternalStore } from 'react';
import { CATEGORY, categoryAddress } from './categoryAddress';
import { visit } from './visit';

/**
 * The category that the list is filtered by, undefined for all, and what chooses another one. It stands in the
 * address, where a choice takes the place of the one before: that is no move, and the page stays as it is.
 */
export function useCategory(): [string | undefined, (category: string | undefined) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  // One page is prerendered for every query: it is hydrated as All, and filtered then.
  const query = useSyncExternalStore(
    () => () => undefined,
    () => search,
    () => '',
  );
  const selected = new URLSearchParams(query).get(CATEGORY) || undefined;

  useEffect(() => {
    visit.category = selected;
  }, [selected]);

  return [
    selected,
    (category) => {
      if (category !== selected) void navigate(categoryAddress(category), { replace: true });
    },
  ];
}
