/**
 * A member of the studio. `hair`, `front` and `extra` are the parts of a drawn portrait, as SVG paths for a 200 × 220
 * viewBox.
 */
export interface Person {
  name: string;
  role: string;
  line: string;
  /** The portrait's background. Each value has a class `on-<ground>` in `Portrait.module.css`. */
  ground: 'warm' | 'accent' | 'soft';
  clothes: 'ink' | 'accent' | 'warm' | 'surface';
  skin: string;
  hairColour: string;
  hair: string;
  /** Hair, a beard or a hat, drawn in front of the head in `hairColour`. */
  front: string;
  /** Details such as glasses or jewellery, drawn as lines. Empty if there are none. */
  extra: string;
}
