import { Link } from '@site/shared/router';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useRef } from 'react';
import { colourProps, tintTransition } from '../../projects/projectColour';
import { ProjectPicture } from '../projects/ProjectPicture';
import { carryPicture } from '../../projects/session';
import type { NextProject } from './nextProject';
import styles from './NextProjectLink.module.css';

/** A link to the next project. The whole box is clickable. */
export function NextProjectLink({ next }: { next: NextProject }) {
  const { id, title, category } = next;
  const isHydrated = useIsHydrated();
  const cover = useRef<HTMLDivElement>(null);
  function open() {
    tintTransition(next);
    carryPicture(id, cover.current);
  }
  return (
    <nav {...colourProps(next, styles.next)} aria-label="Next project">
      <div ref={cover} className={styles.cover}>
        <ProjectPicture
          owner={next}
          fileName={next.coverImage}
          widths={[480, 720, 960]}
          sizes="(min-width: 40rem) 20rem, 94vw"
          eager={isHydrated}
        />
      </div>
      <p className={styles.label}>{category ? `Next project · ${category}` : 'Next project'}</p>
      <Link className={styles.link} to={`/projects/${encodeURIComponent(id)}`} onClick={open}>
        <span>{title}</span>{' '}
        <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12h17m-7-7 7 7-7 7" />
        </svg>
      </Link>
    </nav>
  );
}
