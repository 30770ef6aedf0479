import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useRef } from 'react';
import { AlbumScreen } from './screens/AlbumScreen';
import { JournalScreen } from './screens/JournalScreen';
import { ReminderScreen } from './screens/ReminderScreen';
import { SyncScreen } from './screens/SyncScreen';
import { TimelineScreen } from './screens/TimelineScreen';
import styles from './ScreenStrip.module.css';

/** By their captions. */
const screens = {
  'Your dates, in order': {
    Screen: TimelineScreen,
    label:
      'A timeline of three memories with photographs: a trip to the sea, coffee on a rainy day, a concert.',
  },
  'The days that count': {
    Screen: ReminderScreen,
    label: 'A calendar of March with the 21st marked, and below it a reminder: anniversary in three days.',
  },
  'A page for a thought': {
    Screen: JournalScreen,
    label: 'A journal entry about a rainy Sunday, with a mood chosen and marked as only for the two of you.',
  },
  'One album, two cameras': {
    Screen: AlbumScreen,
    label: 'A shared album of six photographs with a button to add another.',
  },
  'Both phones, up to date': {
    Screen: SyncScreen,
    label:
      'Two overlapping circles for two partners, and a list of photographs and entries that are in sync.',
  },
};

const buttons = [
  ['Previous screen', -1, 'M15 5l-7 7 7 7'],
  ['Next screen', 1, 'M9 5l7 7-7 7'],
] as const;

/**
 * The screenshot strip (§2): scrolls by touch, wheel and keys, and with scripts by two buttons, which go on at the
 * other end as the gallery of a project does.
 */
export function ScreenStrip() {
  const strip = useRef<HTMLDivElement>(null);
  // The buttons do nothing before the page is hydrated.
  const hydrated = useIsHydrated();

  function move(direction: 1 | -1) {
    if (!strip.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = strip.current;
    const end = scrollWidth - clientWidth;
    // A pixel of tolerance: positions are rounded when the page is zoomed.
    if (direction > 0 && scrollLeft > end - 1) strip.current.scrollLeft = 0;
    else if (direction < 0 && scrollLeft < 1) strip.current.scrollLeft = end;
    else strip.current.scrollLeft += (direction * scrollWidth) / Object.keys(screens).length;
  }

  return (
    <section className={styles.section} aria-labelledby="screens">
      <div className={styles.head}>
        <h2 id="screens">A look inside</h2>
        <div className={styles.buttons}>
          {buttons.map(([name, direction, arrow]) => (
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
        <ul className={styles.list}>
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
