import type { ReactNode } from 'react';
import styles from './MicoraTheme.module.css';

/** The root element of every page of the app. Sets the app's colours, and is at least as high as the window. */
export function MicoraTheme({ children }: { children: ReactNode }) {
  return <div className={styles.theme}>{children}</div>;
}
