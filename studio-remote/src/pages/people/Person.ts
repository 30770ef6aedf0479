/** A member of the studio. `hair`, `front` and `extra` are SVG paths for a 200 × 220 viewBox. */
export interface Person {
  name: string;
  role: string;
  line: string;
  /** The portrait's background. Portrait.module.css has a class `on-<ground>` for each value. */
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
