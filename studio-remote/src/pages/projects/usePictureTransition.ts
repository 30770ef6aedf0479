import { useLayoutEffect, useRef } from 'react';
import type { Project } from '../../api/Project';
import { tintTransition } from '../../projects/projectColour';
import { setViewTransitionName } from './setViewTransitionName';
import { carryPicture, session, updateSession } from '../../projects/session';

/**
 * Animates a project's cover between its card and its page, and tints the transition to the page with the project's colour.
 *
 * @returns `cover`: a ref for the element around the cover; `open`: a function to call when the visitor follows the
 *   project's link
 */
export function usePictureTransition(project: Pick<Project, 'id' | 'colour'>) {
  const { id } = project;
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (session.openedProject === id) setViewTransitionName(cover.current);
  }, [id]);
  function open() {
    updateSession({ openedProject: id });
    tintTransition(project);
    carryPicture(id, cover.current);
    setViewTransitionName(cover.current);
  }
  return { cover, open };
}
