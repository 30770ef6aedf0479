import { useLayoutEffect, useRef } from 'react';
import type { Project } from '../../api/Project';
import { tintTransition } from '../../projects/colourOf';
import { setViewTransitionName } from './setViewTransitionName';
import { openProject, session } from '../../projects/session';

/**
 * Animates a project's cover between its card and its page, through the project's colour.
 *
 * @returns `cover`: a ref for the element around the cover; `open`: to be called when the project's link is followed
 */
export function usePictureTransition(project: Pick<Project, 'id' | 'colour'>) {
  const { id } = project;
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (session.openedProject === id) setViewTransitionName(cover.current);
  }, [id]);
  function open() {
    tintTransition(project);
    openProject(id, cover.current);
    setViewTransitionName(cover.current);
  }
  return { cover, open };
}
