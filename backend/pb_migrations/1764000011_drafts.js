// A project that is being prepared: nobody but the operator sees it, in no list and under no address. Its pictures
// follow the same rule, which is what `protected` means; those of all other projects need no token.
migrate((app) => {
  const projects = app.findCollectionByNameOrId('projects');
  projects.fields.add(new Field(/** @type {any} */ ({ type: 'bool', name: 'draft' })));
  for (const name of ['cover_Image', 'images']) projects.fields.getByName(name).protected = true;
  // The rule names the field, so the field has to be there first.
  app.save(projects);
  projects.listRule = 'draft = false';
  projects.viewRule = 'draft = false';
  app.save(projects);
});
