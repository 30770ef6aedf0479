import { Section } from '@site/shared/ui/Section';
import type { ReactNode } from 'react';
import styles from './Scenes.module.css';
import { DaysScreen } from './screens/DaysScreen';
import { LinesScreen } from './screens/LinesScreen';
import type { ScreenProps } from './screens/Phone';
import { TogetherScreen } from './screens/TogetherScreen';

interface Scene {
  text: string;
  Screen: (props: ScreenProps) => ReactNode;
  label: string;
  /** A testimonial (§2) from the people in `names`. All testimonials are invented samples. */
  quote: string;
  names: string;
}

const scenes: Record<string, Scene> = {
  'Four years, two phones': {
    text: 'One evening each of them added the photographs they had, date by date. What one had forgotten, the other had kept.',
    Screen: TogetherScreen,
    label: 'Photographs of three years from both phones, with the number of dates in each year.',
    quote:
      'We had four years of photographs on two phones and no idea what was from when. Now it is one story, and I read it on the train.',
    names: 'Amara and Leo',
  },
  'The one who forgets': {
    text: 'He added four days in his first week. Both of them hear of each in good time, so the flowers are nobody’s job alone.',
    Screen: DaysScreen,
    label:
      'Four days that are coming up: an anniversary in three days, a birthday in four weeks, and two more.',
    quote: 'I haven’t missed an anniversary since. I haven’t said who does the remembering.',
    names: 'Jonas',
  },
  'Two cities, one good night': {
    text: 'Each of them writes a line before she sleeps. Half a year apart has become something to read together.',
    Screen: LinesScreen,
    label: 'Four short lines in a journal, written in the evening, in turn from Leeds and from Lisbon.',
    quote:
      'We live in different cities half the year. Writing a line a day to each other has become our way of saying good night.',
    names: 'Mei and Priya',
  },
};

/** Three scenes that show how couples use the app (§2). Each has a screen and a testimonial marked as a sample. */
export function Scenes() {
  return (
    <Section id="scenes" title="How couples use it" className={styles.scenes}>
      <ul className={styles.list} role="list">
        {Object.entries(scenes).map(([title, { text, Screen, label, quote, names }]) => (
          <li className={styles.scene} key={title}>
            <div className={styles.phone}>
              <Screen label={label} />
            </div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
            <figure className={styles.quote}>
              <blockquote>
                <p>{quote}</p>
              </blockquote>
              <figcaption className={styles.names}>
                {names} <span className={styles.sample}>Sample</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
