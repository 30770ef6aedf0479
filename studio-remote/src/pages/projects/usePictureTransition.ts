import { useLayoutEffect, useRef } from 'react';
import type { Project } from '../../api/Project';
import { washTransition } from './colourOf';
import { setViewTransitionName } from './setViewTransitionName';
import { visit } from './visit';

/**
 * Lets a project's cover grow into the one that its page begins with, by way of its colour, and back.
 *
 * @returns `cover` for the element around the cover, and what to do when the project is opened
 */
export function usePictureTransition(project: Pick<Project, 'id' | 'colour'>) {
  const { id } = project;
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (visit.opened === id) setViewTransitionName(cover.current);
  }, [id]);
  function open() {
    visit.opened = id;
    washTransition(project);
    setViewTransitionName(cover.current);
  }
  return { cover, open };
}
