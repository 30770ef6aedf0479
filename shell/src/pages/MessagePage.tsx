import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  title: string;
  message: string;
  artwork?: ReactNode;
  children: ReactNode;
}

/** The layout of the shell's own pages: a heading, a message, and buttons for the next step. */
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
