import { useId } from 'react';
import styles from './screens.module.css';

/** Our own illustrations, for a 100 × 100 viewBox. Each shape has a colour class and a path. */
const pictures = {
  sea: [
    ['peach', 'M0 0h100v100H0z'],
    ['honey', 'M50 22a20 20 0 1 1 0 40 20 20 0 0 1 0-40z'],
    ['rose', 'M0 56h100v44H0z'],
    ['honey', 'M34 60h32v2H34zM40 65h20v2H40zM44 70h12v2H44z'],
    [
      'plum',
      'M0 90q45-10 100 2v8H0zM41 88V77q3-4 6 0v11zM49 88V79q3-4 6 0v9zM44 69a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM52 71a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
    ],
  ],
  coffee: [
    ['sky', 'M0 0h100v100H0z'],
    ['cream', 'M0 64h100v36H0z'],
    ['plum', 'M18 50h28v10a14 14 0 0 1-28 0zM46 53h6a6 6 0 0 1 0 12h-5v-3h5a3 3 0 0 0 0-6h-6z'],
    ['rose', 'M56 60h26v9a13 13 0 0 1-26 0zM56 63h-6a6 6 0 0 0 0 11h6v-3h-5a3 3 0 0 1 0-5h5z'],
    [
      'cream',
      'M25 44q-4-6 0-11t0-11h3q4 6 0 11t0 11zM35 44q-4-6 0-11t0-11h3q4 6 0 11t0 11zM66 54q-4-6 0-11t0-11h3q4 6 0 11t0 11z',
    ],
  ],
  lights: [
    ['plum', 'M0 0h100v100H0z'],
    [
      'honey',
      'M12 25a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM32 33a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM54 34a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM74 27a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM91 17a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
    ],
    ['cream', 'M0 18Q50 56 100 8v2Q50 58 0 20z'],
    ['rose', 'M0 84a12 12 0 0 1 24 0 12 12 0 0 1 23 0 12 12 0 0 1 24 0 15 15 0 0 1 29-2v18H0z'],
    ['case', 'M8 96a13 13 0 0 1 26 0 13 13 0 0 1 25 0 13 13 0 0 1 26 0v4H8z'],
  ],
  hills: [
    ['sky', 'M0 0h100v100H0z'],
    ['honey', 'M74 16a11 11 0 1 1 0 22 11 11 0 0 1 0-22z'],
    ['leaf', 'M0 66q30-34 62-6t38-8v48H0z'],
    ['plum', 'M0 86q40-16 100-2v16H0z'],
    ['rose', 'M36 58l19 28H17z'],
    ['cream', 'M36 66l8 20H29z'],
  ],
  cake: [
    ['peach', 'M0 0h100v100H0z'],
    ['cream', 'M0 78h100v22H0z'],
    ['rose', 'M24 52h52v28H24z'],
    ['cream', 'M24 52h52v8a6 6 0 0 1-13 0 6 6 0 0 1-13 0 6 6 0 0 1-13 0 6 6 0 0 1-13 0z'],
    ['plum', 'M38 36h4v16h-4zM58 36h4v16h-4z'],
    ['honey', 'M40 22q8 9 0 13-8-4 0-13zM60 22q8 9 0 13-8-4 0-13z'],
  ],
  window: [
    ['plum', 'M0 0h100v100H0z'],
    ['sky', 'M14 10h34v68H14zM52 10h34v68H52z'],
    ['cream', 'M24 20h2v12h-2zM36 34h2v12h-2zM28 52h2v12h-2zM62 28h2v12h-2zM76 18h2v12h-2zM72 46h2v12h-2z'],
    ['cream', 'M6 78h88v7H6z'],
    ['leaf', 'M70 62q-14-4-10-20 12 4 11 19 2-13 13-15 1 14-12 17z'],
    ['honey', 'M62 62h18l-3 16H65z'],
  ],
} as const;

interface PictureProps {
  of: keyof typeof pictures;
  x: number;
  y: number;
  width: number;
  height: number;
  round?: number;
}

/** Draws an illustration, cropped to fill the given rectangle in the surrounding drawing. */
export function Picture({ of: name, x, y, width, height, round = 0 }: PictureProps) {
  const clip = useId();
  const rectangle = { x, y, width, height };
  return (
    <g clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect {...rectangle} rx={round} />
      </clipPath>
      <svg {...rectangle} viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
        {pictures[name].map(([colour, shape]) => (
          <path className={styles[colour]} d={shape} key={shape} />
        ))}
      </svg>
    </g>
  );
}
