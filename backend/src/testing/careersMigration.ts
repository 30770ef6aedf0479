interface Careers {
  /** The rule by which visitors may read its records; by default they may read all. */
  rule?: string;
  /** The fields beside `title`. */
  fields: object[];
  /** Code that follows. It can use `app` and `careers`. */
  after?: string;
}

/** The migration of a third team: a collection `careers` whose editors prepare changes as drafts. */
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
