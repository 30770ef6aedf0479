import { useId, type ReactNode } from 'react';
import styles from './screens.module.css';

export interface ScreenProps {
  /** The alternative text. Without a label, the drawing is hidden from screen readers. */
  label?: string | undefined;
}

interface PhoneProps extends ScreenProps {
  kicker: string;
  title: string;
  tab: number;
  /** The screen's content. It must fit between x = 0 and x = 300, and between y = 110 and y = 530. */
  children: ReactNode;
}

const tabs = [
  'M-9 0l9-8 9 8v9H-9z',
  'M-9-7H9V9H-9zM-9-1H9M-4-10v5M4-10v5',
  'M-7-9H7V9H-7zM-3-9V9',
  'M-9-8H9V8H-9zM-9 5l6-6 4 4 3-3 5 5',
];

export function Phone({ label, kicker, title, tab, children }: PhoneProps) {
  const screen = useId();
  return (
    <svg
      className={styles.phone}
      viewBox="0 0 300 620"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <clipPath id={screen}>
        <rect x="9" y="9" width="282" height="602" rx="38" />
      </clipPath>
      <rect className={styles.case} width="300" height="620" rx="46" />
      <g clipPath={`url(#${screen})`}>
        <path className={styles.bg} d="M0 0h300v620H0z" />
        {write('note', 28, 62, kicker)}
        {write('title', 27, 91, title)}
        {children}
        <path className={styles.surface} d="M0 550h300v70H0z" />
        {tabs.map((icon, index) => (
          <path
            className={index === tab ? styles.mark : styles.line}
            d={icon}
            key={icon}
            transform={`translate(${54 + 64 * index} 578)`}
          />
        ))}
      </g>
      <rect className={styles.case} x="112" y="20" width="76" height="20" rx="10" />
    </svg>
  );
}

/**
 * Writes text on a drawn screen. The position is also the React key, so no two texts in an array may share a position.
 *
 * @param style a class of `screens.module.css`
 * @param anchor `middle` centres the text on x; by default, the text begins at x
 */
export function write(style: string, x: number, y: number, text: string, anchor?: 'middle') {
  const className = anchor ? `${styles[style]} ${styles[anchor]}` : styles[style];
  return (
    <text className={className} x={x} y={y} key={`${x} ${y}`}>
      {text}
    </text>
  );
}
