import type { Person } from './Person';

/** The person who reads messages from the contact form. Like everybody in `people`, she is invented. */
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
