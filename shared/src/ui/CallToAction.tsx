import type { ReactNode } from 'react';
import { ButtonLink } from './ButtonLink';
import styles from './CallToAction.module.css';

interface CallToActionProps {
  title: string;
  text: string;
  action: string;
  ground: 'accent' | 'warm' | 'soft';
  /** SVG shapes for the drawing at the lower right, in a 600 x 400 view box. Shapes may extend beyond the view box. */
  children: ReactNode;
}

/** The full-width band at the end of a studio page, with a link to the contact page. Each page has its own drawing. */
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
