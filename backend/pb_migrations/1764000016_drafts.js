// Adds the fields with which editors prepare changes to projects as drafts, and the collection of keys that give access
// to drafts.
migrate((app) => {
  app.save(
    new Collection({
      name: 'draft_keys',
      type: 'base',
      fields: /** @type {any} */ ([
        // Nobody can guess a key with 32 characters or more. If the field is empty, PocketBase generates a key.
        { type: 'text', name: 'key', required: true, min: 32, autogeneratePattern: '[a-zA-Z0-9]{40}' },
      ]),
    }),
  );
  const projects = app.findCollectionByNameOrId('projects');
  // `addDrafts` adds its rule to these empty rules.
  projects.listRule = '';
  projects.viewRule = '';
  require(`${__hooks}/addDrafts.js`).addDrafts(app, projects);
});
