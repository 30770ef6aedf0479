import drawing from '../drawing.module.css';
import styles from './FramesDrawing.module.css';

export function FramesDrawing() {
  return (
    <g>
      <path className={drawing.ink} d="M-3000 372H3000v28H-3000z" />
      <path className={drawing.page} d="M20 70h150v200H20z" />
      <path className={drawing.accent} d="M40 250V90a110 110 0 0 1 110 110v50z" />
      <path className={drawing.page} d="M210 70h150v200H210z" />
      <circle className={drawing.ink} cx="285" cy="150" r="46" />
      <path className={drawing.accent} d="M230 212h110v12H230zM230 236h110v12H230z" />
      <path className={styles.place} d="M400 70h150v200H400z" />
      <path className={styles.plus} d="M475 120v52M449 146h52" />
      <path className={drawing.ink} d="M438 372v-64a37 37 0 0 1 74 0v64z" />
      <circle className={drawing.page} cx="475" cy="250" r="22" />
    </g>
  );
}
