/** Somebody in the studio. `hair`, `front` and `extra` are SVG paths in a box of 200 by 220. */
export interface Person {
  name: string;
  role: string;
  line: string;
  /** The class of the ground, in Portrait.module.css. */
  ground: 'warm' | 'accent' | 'soft';
  clothes: 'ink' | 'accent' | 'warm' | 'surface';
  skin: string;
  hairColour: string;
  /** Behind the head. */
  hair: string;
  /** In front of the head. */
  front: string;
  /** Glasses, headphones or jewellery, as lines. */
  extra: string;
}
