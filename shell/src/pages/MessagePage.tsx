import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  title: string;
  /** What happened and what to do, in a sentence or two. */
  message: string;
  artwork?: ReactNode;
  /** Buttons and links that lead on. */
  children: ReactNode;
}

/** The look of the shell's own pages: a heading, what to do, and the ways on. */
export function MessagePage({ title, message, artwork, children }: MessagePageProps) {
  return (
    <section className={styles.page}>
      <div>
        <h1>{title}</h1>
        <p className={styles.message}>{message}</p>
        <div className={styles.actions}>{children}</div>
      </div>
      {artwork}
    </section>
  );
}
