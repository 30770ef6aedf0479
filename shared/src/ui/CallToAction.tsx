import type { ReactNode } from 'react';
import { ButtonLink } from './ButtonLink';
import styles from './CallToAction.module.css';

interface CallToActionProps {
  title: string;
  text: string;
  /** What the button says. */
  action: string;
  ground: 'accent' | 'warm' | 'soft';
  /** The shapes of a drawing, 600 by 400, at the lower right edge of the band. It may reach beyond. */
  children: ReactNode;
}

/** The full-width band that closes a page of the studio, with the way to write to it and a drawing of the page's own. */
export function CallToAction({ title, text, action, ground, children }: CallToActionProps) {
  return (
    <section className={`${styles.call} ${styles[ground]}`}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <ButtonLink to="/contact">{action}</ButtonLink>
      </div>
      <div className={styles.drawing}>
        <svg viewBox="0 0 600 400" aria-hidden="true">
          {children}
        </svg>
      </div>
    </section>
  );
}
