interface Careers {
  /** The rule by which visitors may read its records; by default they may read all. */
  rule?: string;
  /** The fields in addition to `title`. */
  fields: object[];
  /** Code that runs afterwards. It can use `app` and `careers`. */
  after?: string;
}

/** Returns the migration of a third team: it adds a collection `careers` in which editors can prepare changes as drafts. */
export function careersMigration({ rule = '', fields, after = '' }: Careers): string {
  const all = [{ type: 'text', name: 'title', required: true }, ...fields];
  const collection = { name: 'careers', type: 'base', listRule: rule, viewRule: rule, fields: all };
  return `
migrate((app) => {
  const careers = new Collection(${JSON.stringify(collection)});
  require(\`\${__hooks}/addDrafts.js\`).addDrafts(app, careers);
  ${after}
});`;
}
