import styles from './screens.module.css';

/**
 * Words on a drawn screen, in one of its styles: from x on, or with `middle` on both sides of it. Where they stand is
 * their key.
 */
export function write(style: string, x: number, y: number, words: string, anchor?: 'middle') {
  const className = anchor ? `${styles[style]} ${styles[anchor]}` : styles[style];
  return (
    <text className={className} x={x} y={y} key={`${x} ${y}`}>
      {words}
    </text>
  );
}
