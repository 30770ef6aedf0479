import drawing from '../drawing.module.css';
import { reader } from '../people/reader';
import styles from './ReadingDrawing.module.css';

/** A drawing of the person who reads the messages. She sits at a table and holds a letter. */
export function ReadingDrawing() {
  const { skin, hairColour, hair, front, extra } = reader;
  return (
    <svg className={styles.artwork} viewBox="0 0 560 440" aria-hidden="true">
      <path className={drawing.ground} d="M300 20h240v210H300z" />
      <circle className={drawing.warm} cx="470" cy="120" r="58" />
      <path className={drawing.soft} d="M320 230v-70h34v-30h44v100zM450 230v-86h46v86z" />
      <path className={drawing.accent} d="M408 230c-12-42-4-84 14-112 18 28 26 70 14 112z" />
      <path className={drawing.page} d="M506 230l14-150 12 150z" />
      <path className={styles.line} d="M300 20h240v210H300zM420 20v98" />
      <path className={drawing.ink} d="M118 0h4v74h-4z" />
      <path className={drawing.warm} d="M50 144a70 70 0 0 1 140 0z" />
      <g transform="translate(152 98) scale(1.18)">
        <path d={hair} fill={hairColour} />
        <path className={drawing.accent} d="M8 220c0-46 30-64 74-68h36c44 4 74 22 74 68z" />
        <path d="M82 120h36v36a18 18 0 0 1-36 0z" fill={skin} />
        <path d="M54 98a46 46 0 0 1 92 0v14a46 46 0 0 1-92 0z" fill={skin} />
        <path d={front} fill={hairColour} />
        <path className={styles.face} d="M74 112q5 5 10 0M116 112q5 5 10 0M100 114l-4 13h8M92 139q8 5 16 0" />
        <path className={styles.face} d={extra} />
      </g>
      <path className={drawing.ink} d="M0 356h560v16H0zM40 372h14v68H40zM506 372h14v68h-14z" />
      <path className={drawing.page} d="M190 262h160v94H190z" />
      <path className={styles.line} d="M212 286h92M212 306h70" />
      <path className={drawing.curve} d="M212 330h40c60 0 50-40 96-40s50 34 92 34" pathLength="1" />
      <path className={drawing.knob} d="M246 324h12v12h-12zM434 318h12v12h-12z" />
      <circle cx="188" cy="320" r="15" fill={skin} />
      <circle cx="352" cy="320" r="15" fill={skin} />
      <path className={drawing.page} d="M424 330h96v26h-96zM432 306h96v24h-96zM424 282h96v24h-96z" />
      <path className={drawing.accent} d="M506 288h8v10h-8zM514 312h8v10h-8zM506 336h8v10h-8z" />
      <path className={drawing.page} d="M62 316h42v40H62zM104 324h14v20h-14z" />
      <path className={styles.line} d="M74 304q6-8 0-16M90 304q6-8 0-16" />
    </svg>
  );
}
