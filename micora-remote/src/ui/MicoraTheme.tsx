import type { ReactNode } from 'react';
import styles from './MicoraTheme.module.css';

/** The root element of every page in this remote. It sets the app's colours, and is at least as tall as the window. */
export function MicoraTheme({ children }: { children: ReactNode }) {
  return <div className={styles.theme}>{children}</div>;
}
