import type { ReactNode, Ref } from 'react';
import styles from './FormNotice.module.css';

interface FormNoticeProps {
  kind: 'success' | 'error';
  text: string;
  /** What can be done about an error. */
  hint?: string | undefined;
  /** What follows a success. */
  children?: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/** How a submit has ended: green or red (§4). It can take the focus. */
export function FormNotice({ kind, text, hint, children, ref }: FormNoticeProps) {
  return (
    <div ref={ref} className={`${styles.notice} ${styles[kind]}`} tabIndex={-1}>
      <p className={styles.text}>{text}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
