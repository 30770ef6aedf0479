// Adds what editors need to prepare changes to projects, and the keys that give access to drafts.
migrate((app) => {
  app.save(
    new Collection({
      name: 'draft_keys',
      type: 'base',
      fields: /** @type {any} */ ([
        // Nobody can guess a key of this length. PocketBase generates one if the field is empty.
        { type: 'text', name: 'key', required: true, min: 32, autogeneratePattern: '[a-zA-Z0-9]{40}' },
      ]),
    }),
  );
  const projects = app.findCollectionByNameOrId('projects');
  // `addDrafts` extends these rules.
  projects.listRule = '';
  projects.viewRule = '';
  require(`${__hooks}/addDrafts.js`).addDrafts(app, projects);
});
