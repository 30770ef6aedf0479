interface Careers {
  /** The rule for reading the collection's records; by default, visitors may read all records except drafts. */
  rule?: string;
  /** The collection's fields besides `title`. */
  fields: object[];
  /** Code that runs once the collection exists. It can use `app` and `careers`. */
  after?: string;
}

/** Returns a migration that adds the collection `careers`, in which editors can prepare changes as drafts. */
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
