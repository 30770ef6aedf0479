import { useNavigation } from 'react-router-dom';
import styles from './NavigationProgress.module.css';

/** A thin bar while a move waits for its page. Quick moves end before its style lets it appear. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.bar} aria-hidden="true" />;
}
