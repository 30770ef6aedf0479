import styles from './screens.module.css';

/** Words on a drawn screen, in one of its styles: from x on, or with `middle` on both sides of it. */
export function write(style: string, x: number, y: number, words: string, anchor?: 'middle') {
  return (
    <text className={anchor ? `${styles[style]} ${styles[anchor]}` : styles[style]} x={x} y={y}>
      {words}
    </text>
  );
}
