import { useLayoutEffect, useRef } from 'react';
import { setViewTransitionName } from './setViewTransitionName';
import { visit } from './visit';

/**
 * Lets a project's cover grow into the picture that its page begins with, and back.
 *
 * @returns `cover` for the element around the cover, and what to do when the project is opened
 */
export function usePictureTransition(id: string) {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (visit.opened === id) setViewTransitionName(cover.current);
  }, [id]);
  function open() {
    visit.opened = id;
    setViewTransitionName(cover.current);
  }
  return { cover, open };
}
