import { Section } from '@site/shared/ui/Section';
import styles from './Testimonials.module.css';

/** The quotes. The keys are the names of the people who are quoted. */
const testimonials = {
  'Amara and Leo':
    'We had four years of photographs on two phones and no idea what was from when. Now it is one story, and I read it on the train.',
  Jonas: 'I haven’t missed an anniversary since. I haven’t said who does the remembering.',
  'Mei and Priya':
    'We live in different cities half the year. Writing a line a day to each other has become our way of saying good night.',
};

/** Three invented testimonials, with a note that they are examples (§2). */
export function Testimonials() {
  return (
    <Section id="testimonials" title="What couples say" className={styles.testimonials}>
      <p className={styles.note}>These three are examples. No real person is quoted.</p>
      <ul className={styles.list}>
        {Object.entries(testimonials).map(([names, words]) => (
          <li className={styles.item} key={names}>
            <figure className={styles.quote}>
              <blockquote className={styles.words}>
                <p>{words}</p>
              </blockquote>
              <figcaption className={styles.names}>{names}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
