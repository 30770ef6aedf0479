import type { ReactNode } from 'react';
import styles from './MicoraTheme.module.css';

/** The root of every page of the app. It sets the app's colours, and is at least as high as the screen. */
export function MicoraTheme({ children }: { children: ReactNode }) {
  return <div className={styles.theme}>{children}</div>;
}
