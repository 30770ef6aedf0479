// What editors need to prepare changes to projects, and the keys with which drafts are read.
migrate((app) => {
  app.save(
    new Collection({
      name: 'draft_keys',
      type: 'base',
      fields: /** @type {any} */ ([
        // A key is as long as nobody can guess. The dashboard makes one if the field is empty.
        { type: 'text', name: 'key', required: true, min: 32, autogeneratePattern: '[a-zA-Z0-9]{40}' },
      ]),
    }),
  );
  const projects = app.findCollectionByNameOrId('projects');
  // `addDrafts` sets the rules.
  projects.listRule = '';
  projects.viewRule = '';
  require(`${__hooks}/addDrafts.js`).addDrafts(app, projects);
});
