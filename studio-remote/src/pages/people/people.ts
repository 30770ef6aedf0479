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

/** Who reads the contact form. */
export const reader: Person = {
  name: 'Hanna Wrzos',
  role: 'Words and clients',
  line: 'Reads whatever you send us first, and takes the adjectives out of whatever we send back.',
  ground: 'soft',
  clothes: 'accent',
  skin: '#f2c4a2',
  hairColour: '#c4552d',
  hair: 'M46 128C34 60 62 30 102 30s68 28 54 98c-8 12-20 14-30 12H74c-12 2-22-2-28-12z',
  front: 'M56 92C58 52 82 40 108 42c26 2 38 20 38 50-22-2-38-12-46-28-8 16-22 26-44 28z',
  extra: 'M56 122v10M146 122v10',
};

/** The people of the studio. They are samples, like the projects: names, lines and portraits are invented. */
export const people: readonly Person[] = [
  {
    name: 'Maya Lindqvist',
    role: 'Founder, design',
    line: 'Draws the first version in felt pen, so that nobody falls in love with it.',
    ground: 'soft',
    clothes: 'ink',
    skin: '#f0cba8',
    hairColour: '#e9c77a',
    hair: 'M44 150C40 66 56 32 101 32s60 34 56 118h-34V96H78v54z',
    front: 'M54 100C54 58 74 40 101 40s47 18 47 60c-10-22-26-32-47-32S64 78 54 100z',
    extra: 'M62 98h30v22H62zM108 98h30v22h-30zM92 106q8-6 16 0',
  },
  {
    name: 'Kofi Brannigan',
    role: 'Founder, engineering',
    line: 'Deletes code for a living. Writes some when he has to.',
    ground: 'accent',
    clothes: 'warm',
    skin: '#7b4a2d',
    hairColour: '#17130f',
    hair: 'M56 100C50 54 68 38 100 38s50 16 44 62z',
    front: 'M56 112c2 44 22 60 44 60s42-16 44-60c-4 16-12 22-20 22-6-6-14-8-24-8s-18 2-24 8c-8 0-16-6-20-22z',
    extra: '',
  },
  {
    name: 'Priya Solway',
    role: 'Research',
    line: 'Sits beside people while they use things, and says nothing, which is harder than it sounds.',
    ground: 'warm',
    clothes: 'accent',
    skin: '#a9714a',
    hairColour: '#1d1512',
    hair: 'M100 6a26 26 0 1 1 0 52 26 26 0 0 1 0-52zM50 116C44 62 66 40 100 40s56 22 50 76z',
    front: 'M54 102C54 66 72 46 100 46s46 20 46 56c-12-8-26-24-32-40-10 20-34 36-60 40z',
    extra: 'M54 124v14M146 124v14',
  },
  {
    name: 'Daniel Osei-Marsh',
    role: 'Mobile apps',
    line: 'Tests every app on the cheapest phone that he can find, under ground.',
    ground: 'accent',
    clothes: 'warm',
    skin: '#8d5a37',
    hairColour: '#241712',
    hair: 'M58 96a24 24 0 0 1-2-42 26 26 0 0 1 30-22 28 28 0 0 1 34 2 26 26 0 0 1 26 24 22 22 0 0 1-4 38z',
    front:
      'M58 92a30 30 0 0 1 20-50q22-14 46 0a30 30 0 0 1 18 50zM56 96a18 18 0 0 1 14-28 20 20 0 0 1 26-8 20 20 0 0 1 26 4 18 18 0 0 1 22 32c-6-10-14-14-22-16-14 6-34 6-46 0-8 2-16 8-20 16z',
    extra: 'M50 112V96a50 50 0 0 1 100 0v16M44 106h12v30H44zM144 106h12v30h-12z',
  },
  reader,
  {
    name: 'Rufus Adeyemi',
    role: 'Running what is live',
    line: 'Keeps old launches young, and answers at three in the morning so that the rest of us can sleep.',
    ground: 'warm',
    clothes: 'surface',
    skin: '#5f3a25',
    hairColour: '#2c3ae0',
    hair: 'M52 88C48 40 72 26 100 26s52 14 48 62z',
    front: 'M52 88C48 40 72 26 100 26s52 14 48 62zM48 70h104v26q-52-16-104 0z',
    extra: 'M84 138q8-8 16-2 8-6 16 2',
  },
];
