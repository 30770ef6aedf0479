import { Section } from '@site/shared/ui/Section';
import styles from './Features.module.css';
import { Picture } from './screens/Picture';

const features = {
  'Date Memories': {
    text: 'Every date gets its own page: where you went, what you ate, what made you laugh on the way home.',
    icon: 'M8 14h24v26H8zM15 14V8h25v26h-8M20 34l-5-5.5a3.3 3.3 0 0 1 5-4 3.3 3.3 0 0 1 5 4z',
  },
  'Partner Sync': {
    text: 'What one of you adds, the other sees. Nothing to send back and forth.',
    icon: 'M18 13a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM30 13a11 11 0 1 0 0 22 11 11 0 0 0 0-22z',
  },
  'Smart Reminders': {
    text: 'Anniversaries, birthdays and the small days that matter, in good time for both of you.',
    icon: 'M24 8a11 11 0 0 1 11 11v9l4 6H9l4-6v-9A11 11 0 0 1 24 8zM20 39a4 4 0 0 0 8 0M24 4v4',
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
  },
};

/** The six features (§2). */
export function Features() {
  return (
    <Section id="features" title="Made for two, and only two" className={styles.features}>
      <ul className={styles.blocks}>
        {Object.entries(features).map(([name, { text, icon }], index) => (
          <li className={styles.block} key={name}>
            {index === 0 && <Photographs />}
            {index === 1 && <TwoOfYou />}
            <svg className={styles.icon} viewBox="0 0 48 48" aria-hidden="true">
              <path d={icon} />
            </svg>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Photographs() {
  return (
    <svg className={styles.drawing} viewBox="0 0 440 200" aria-hidden="true">
      <g transform="rotate(-7 90 110)">
        <path className={styles.print} d="M20 30h140v160H20z" />
        <Picture of="hills" x={30} y={40} width={120} height={115} />
      </g>
      <g transform="rotate(8 350 110)">
        <path className={styles.print} d="M280 30h140v160H280z" />
        <Picture of="lights" x={290} y={40} width={120} height={115} />
      </g>
      <g transform="rotate(-1 220 100)">
        <path className={styles.print} d="M140 12h160v180H140z" />
        <Picture of="sea" x={151} y={23} width={138} height={132} />
      </g>
    </svg>
  );
}

function TwoOfYou() {
  return (
    <svg className={styles.drawing} viewBox="0 0 300 200" aria-hidden="true">
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
