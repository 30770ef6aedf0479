import { micora } from '@site/shared/site';
import styles from './StoreBadges.module.css';

const stores = {
  'App Store': {
    address: 'appStoreUrl',
    words: 'Download on the',
    soon: 'Soon on the',
    glyph:
      'M9 2h10a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM14 8v9M10 13.5l4 4 4-4M12 22h4',
  },
  'Google Play': {
    address: 'playStoreUrl',
    words: 'Get it on',
    soon: 'Soon on',
    glyph:
      'M7 4.5v19a1.5 1.5 0 0 0 2.3 1.3l14.5-9.5a1.5 1.5 0 0 0 0-2.6L9.3 3.2A1.5 1.5 0 0 0 7 4.5zM7 24l11-13M7 4l11 13',
  },
} as const;

/**
 * Badges for the two app stores (§2), in our own design. A badge is a link only if the app's address in that store is known.
 */
export function StoreBadges() {
  return (
    <ul className={styles.badges} role="list">
      {Object.entries(stores).map(([store, { address, words, soon, glyph }]) => {
        const url = micora[address];
        const content = (
          <>
            <svg className={styles.glyph} viewBox="0 0 28 28" aria-hidden="true">
              <path d={glyph} />
            </svg>
            <span>
              <small className={styles.words}>{url ? words : soon}</small> {store}
            </span>
          </>
        );
        return (
          <li key={store}>
            {url ? (
              <a className={styles.badge} href={url}>
                {content}
              </a>
            ) : (
              <span className={styles.badge}>{content}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
