import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ProjectPicture } from '../projects/ProjectPicture';
import { setViewTransitionName } from '../projects/setViewTransitionName';
import type { CardProject } from '../projects/toCard';
import { visit } from '../projects/visit';
import styles from './Cover.module.css';

/** On phones, the same as for a card in the list, so that the page needs no other copy. */
const SIZES = '(min-width: 48rem) 100vw, 80vw';

/**
 * The cover of a project, from edge to edge. After a navigation, the picture that the visitor has followed stays above
 * the cover until the cover has been decoded. Otherwise the picture would grow into an empty box.
 */
export function Cover({ project }: { project: CardProject }) {
  const frame = useRef<HTMLDivElement>(null);
  const [carried, setCarried] = useState(visit.carried?.id === project.id ? visit.carried.url : undefined);

  useLayoutEffect(() => setViewTransitionName(frame.current), []);
  useEffect(() => {
    if (!carried) return undefined;
    let isShown = true;
    const drop = () => isShown && setCarried(undefined);
    void frame.current?.querySelector('img')?.decode().then(drop, drop);
    return () => void (isShown = false);
  }, [carried]);

  return (
    <div ref={frame} className={styles.cover}>
      <ProjectPicture project={project} widths={[480, 720, 960, 1440, 2160, 2880]} sizes={SIZES} urgent />
      {carried && <img className={styles.carried} alt="" decoding="sync" src={carried} />}
    </div>
  );
}
