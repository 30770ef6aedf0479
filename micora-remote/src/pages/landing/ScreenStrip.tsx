import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useRef } from 'react';
import { DateScreen } from './screens/DateScreen';
import { LockScreen } from './screens/LockScreen';
import { PairingScreen } from './screens/PairingScreen';
import { SyncScreen } from './screens/SyncScreen';
import { YearScreen } from './screens/YearScreen';
import styles from './ScreenStrip.module.css';

const screens = {
  'A page for each date': {
    Screen: DateScreen,
    label: 'The page of one date: a picture of the sea, a line by each partner, the place and the weather.',
  },
  'One code, two phones': {
    Screen: PairingScreen,
    label: 'A square code to hold the other phone over, and below it: waiting for Tom.',
  },
  'The year in dots': {
    Screen: YearScreen,
    label: 'A year with a dot for each date, month by month, and the best month below it: June.',
  },
  'Closed to everyone else': {
    Screen: LockScreen,
    label: 'A lock above the four places of a code, two of them filled, and a number pad.',
  },
  'Both phones, up to date': {
    Screen: SyncScreen,
    label:
      'Two overlapping circles for two partners, and a list of photographs and entries that are in sync.',
  },
};

const buttons = [
  { name: 'Previous screen', direction: -1, arrow: 'M15 5l-7 7 7 7' },
  { name: 'Next screen', direction: 1, arrow: 'M9 5l7 7-7 7' },
] as const;

/**
 * The strip of screenshots (§2). Visitors can scroll it by touch, wheel or keyboard. After hydration, they can also use two
 * buttons, which jump from each end of the strip to the other.
 */
export function ScreenStrip() {
  const strip = useRef<HTMLDivElement>(null);
  const hydrated = useIsHydrated();

  function move(direction: 1 | -1) {
    if (!strip.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = strip.current;
    const end = scrollWidth - clientWidth;
    // Allows a difference of one pixel, because browsers round scroll positions when the page is zoomed.
    if (direction > 0 && scrollLeft > end - 1) strip.current.scrollLeft = 0;
    else if (direction < 0 && scrollLeft < 1) strip.current.scrollLeft = end;
    else strip.current.scrollLeft += (direction * scrollWidth) / Object.keys(screens).length;
  }

  return (
    <section className={styles.section} aria-labelledby="screens">
      <div className={styles.head}>
        <h2 id="screens">A look inside</h2>
        <div className={styles.buttons}>
          {buttons.map(({ name, direction, arrow }) => (
            <button
              className={styles.button}
              type="button"
              key={name}
              aria-label={name}
              disabled={!hydrated}
              onClick={() => move(direction)}
            >
              <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
                <path d={arrow} />
              </svg>
            </button>
          ))}
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it */}
      <div className={styles.strip} ref={strip} role="region" aria-label="Screens of the app" tabIndex={0}>
        <ul className={styles.list} role="list">
          {Object.entries(screens).map(([caption, { Screen, label }]) => (
            <li key={caption}>
              <figure className={styles.screen}>
                <Screen label={label} />
                <figcaption className={styles.caption}>{caption}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
