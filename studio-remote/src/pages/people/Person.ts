/** A person of the studio. `hair`, `front` and `extra` are SVG paths in a box of 200 by 220 units. */
export interface Person {
  name: string;
  role: string;
  line: string;
  /** The background of the portrait. Portrait.module.css has a class `on-<ground>` for each value. */
  ground: 'warm' | 'accent' | 'soft';
  clothes: 'ink' | 'accent' | 'warm' | 'surface';
  skin: string;
  hairColour: string;
  /** Drawn behind the head. */
  hair: string;
  /** Drawn in front of the head. */
  front: string;
  /** Glasses, headphones or jewellery, drawn as lines. */
  extra: string;
}
