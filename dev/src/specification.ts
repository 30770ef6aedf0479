/** The sections of the product's specification, by number. Each is proved by tests whose titles name it: `§5 …`. */
export const SECTIONS: Readonly<Record<number, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'The error catalogue',
  9: 'Business constants and limits',
};

/** What tests prove beyond the specification; their titles begin with it: `Security: …`. */
export const TOPICS: readonly string[] = [
  'Accessibility',
  'Deployment',
  'Development',
  'Failures',
  'Findability',
  'Hydration',
  'Security',
  'Speed',
];
