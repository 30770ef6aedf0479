import { Section } from '@site/shared/ui/Section';
import type { ReactNode } from 'react';
import styles from './Features.module.css';
import { AlbumScreen } from './screens/AlbumScreen';
import { JournalScreen } from './screens/JournalScreen';
import type { ScreenProps } from './screens/Phone';
import { ReminderScreen } from './screens/ReminderScreen';
import { TimelineScreen } from './screens/TimelineScreen';

interface Feature {
  text: string;
  icon: string;
  Drawing?: () => ReactNode;
}

const features = {
  'Date Memories': {
    text: 'Every date gets its own page: where you went, what you ate, what made you laugh on the way home.',
    icon: 'M8 14h24v26H8zM15 14V8h25v26h-8M20 34l-5-5.5a3.3 3.3 0 0 1 5-4 3.3 3.3 0 0 1 5 4z',
  },
  'Partner Sync': {
    text: 'What one of you adds, the other sees. Nothing to send back and forth.',
    icon: 'M18 13a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM30 13a11 11 0 1 0 0 22 11 11 0 0 0 0-22z',
    Drawing: TwoOfYou,
  },
  'Smart Reminders': {
    text: 'Anniversaries, birthdays and the small days that matter, in good time for both of you.',
    icon: 'M24 8a11 11 0 0 1 11 11v9l4 6H9l4-6v-9A11 11 0 0 1 24 8zM20 39a4 4 0 0 0 8 0M24 4v4',
    Drawing: ThreeDays,
  },
  'Private Journal': {
    text: 'Write to each other, or keep a thought to yourself until it’s ready.',
    icon: 'M11 7h23a3 3 0 0 1 3 3v28a3 3 0 0 1-3 3H11zM17 7v34M23 16h8M23 23h8',
  },
  'Secure & Private': {
    text: 'Your space is for two. No public profile, no feed and no followers.',
    icon: 'M11 21h26v19H11zM16 21v-6a8 8 0 0 1 16 0v6M24 28v5',
  },
  'Cloud Sync': {
    text: 'New phone, or lost the old one? Sign in, and everything is where you left it.',
    icon: 'M14 37a8.5 8.5 0 0 1-1-17 11.5 11.5 0 0 1 22-1 9 9 0 0 1-1 18zM24 24v9M19.5 28.5l4.5-4.5 4.5 4.5',
    Drawing: NewPhone,
  },
} satisfies Record<string, Feature>;

interface Chapter {
  when: string;
  Screen: (props: ScreenProps) => ReactNode;
  featureNames: (keyof typeof features)[];
}

const chapters: Chapter[] = [
  {
    when: 'The first date',
    Screen: TimelineScreen,
    featureNames: ['Date Memories', 'Partner Sync'],
  },
  {
    when: 'Three days before the anniversary',
    Screen: ReminderScreen,
    featureNames: ['Smart Reminders'],
  },
  {
    when: 'A rainy Sunday',
    Screen: JournalScreen,
    featureNames: ['Private Journal', 'Secure & Private'],
  },
  {
    when: 'Two summers and a new phone later',
    Screen: AlbumScreen,
    featureNames: ['Cloud Sync'],
  },
];

/**
 * The six features (§2), told as a couple's story. Each chapter has its own phone. If the window and the browser allow it,
 * the style sheet stacks the phones, so that they look like a single phone whose screen changes (see
 * `Features.module.css`).
 */
export function Features() {
  return (
    <Section id="features" title="Made for two, and only two" className={styles.features}>
      <ol className={styles.story} role="list">
        {chapters.map(({ when, Screen, featureNames }) => (
          <li className={styles.chapter} key={when}>
            <div className={styles.words}>
              <p className={styles.when}>{when}</p>
              {featureNames.map((name) => {
                const { text, icon, Drawing }: Feature = features[name];
                return (
                  <div className={styles.block} key={name}>
                    {Drawing && <Drawing />}
                    <svg className={styles.icon} viewBox="0 0 48 48" aria-hidden="true">
                      <path d={icon} />
                    </svg>
                    <h3 className={styles.name}>{name}</h3>
                    <p className={styles.text}>{text}</p>
                  </div>
                );
              })}
            </div>
            <div className={styles.phone}>
              <Screen />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function TwoOfYou() {
  return (
    <svg className={styles.drawing} viewBox="-26 0 352 200" aria-hidden="true">
      <circle className={styles.one} cx="105" cy="100" r="82" />
      <circle className={styles.other} cx="195" cy="100" r="82" />
      <path className={styles.both} d="M150 31.5a82 82 0 0 1 0 137 82 82 0 0 1 0-137z" />
      <path
        className={styles.smile}
        d="M58 88v8M88 88v8M60 116q13 12 26 0M212 88v8M242 88v8M214 116q13 12 26 0"
      />
    </svg>
  );
}

function ThreeDays() {
  return (
    <svg className={styles.drawing} viewBox="0 0 352 120" aria-hidden="true">
      <path
        className={styles.day}
        d="M14 48a12 12 0 1 1 0 24 12 12 0 0 1 0-24zM67 42a18 18 0 1 1 0 36 18 18 0 0 1 0-36zM132 34a26 26 0 1 1 0 52 26 26 0 0 1 0-52z"
      />
      <g transform="translate(132 6) scale(.54)">
        <circle className={styles.one} cx="180" cy="100" r="82" />
        <circle className={styles.other} cx="270" cy="100" r="82" />
        <path className={styles.both} d="M225 31.5a82 82 0 0 1 0 137 82 82 0 0 1 0-137z" />
      </g>
    </svg>
  );
}

function NewPhone() {
  return (
    <svg className={styles.drawing} viewBox="0 0 352 160" aria-hidden="true">
      <path
        className={styles.old}
        d="M14 30a12 12 0 0 1 12-12h44a12 12 0 0 1 12 12v100a12 12 0 0 1-12 12H26a12 12 0 0 1-12-12zM102 80h92M182 68l12 12-12 12"
      />
      <rect className={styles.new} x="216" y="4" width="86" height="152" rx="17" />
      <g transform="translate(222.5 60) scale(.2)">
        <circle className={styles.one} cx="140" cy="100" r="82" />
        <circle className={styles.other} cx="225" cy="100" r="82" />
        <path className={styles.both} d="M182.5 29.9a82 82 0 0 1 0 140.2 82 82 0 0 1 0-140.2z" />
      </g>
    </svg>
  );
}
