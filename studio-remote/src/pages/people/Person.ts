/**
 * A member of the studio. `hair`, `front` and `extra` are the parts of a drawn portrait, as SVG paths for a 200 × 220
 * viewBox.
 */
export interface Person {
  name: string;
  role: string;
  line: string;
  /** The portrait's background. Portrait.module.css has a class `on-<ground>` for each value. */
  ground: 'warm' | 'accent' | 'soft';
  clothes: 'ink' | 'accent' | 'warm' | 'surface';
  skin: string;
  hairColour: string;
  hair: string;
  /** The hair, beard or hat in front of the head. It has the colour `hairColour`. */
  front: string;
  /** Details such as glasses or jewellery, drawn as lines. Empty if there are none. */
  extra: string;
}
