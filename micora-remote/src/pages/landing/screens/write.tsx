import styles from './screens.module.css';

/**
 * Words on a drawn screen, in one of its styles. They begin at x, or with `middle` are centred on it. Their position is
 * their React key.
 */
export function write(style: string, x: number, y: number, words: string, anchor?: 'middle') {
  const className = anchor ? `${styles[style]} ${styles[anchor]}` : styles[style];
  return (
    <text className={className} x={x} y={y} key={`${x} ${y}`}>
      {words}
    </text>
  );
}
