import { useLayoutEffect, useRef, type RefObject } from 'react';
import { setViewTransitionName } from './setViewTransitionName';
import { visit } from './visit';

/**
 * Lets a project's cover grow into the picture that its page begins with, and back.
 *
 * @returns for the element around the cover, and what to do when the project is opened
 */
export function usePictureTransition(
  id: string,
): [cover: RefObject<HTMLDivElement | null>, open: () => void] {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (visit.opened === id) setViewTransitionName(cover.current);
  }, [id]);
  return [
    cover,
    () => {
      visit.opened = id;
      setViewTransitionName(cover.current);
    },
  ];
}
