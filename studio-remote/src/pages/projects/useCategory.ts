import { useLocation, useNavigate } from '@site/shared/router';
import { useEffect, useSyncExternalStore } from 'react';
import { CATEGORY, categoryAddress } from './categoryAddress';
import { visit } from './visit';

/**
 * The category that the list is filtered by, undefined for all, and what chooses another one. It stands in the
 * address, and a choice replaces the history entry. That is no move, so the page does not scroll.
 */
export function useCategory(): [string | undefined, (category: string | undefined) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  // The same prerendered page answers every query. It is hydrated with all projects, and filtered after that.
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
