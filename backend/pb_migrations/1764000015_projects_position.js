// The place of a project among the others (§3): the lowest position is first. 0, which an empty field stores, means none.
migrate(
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    projects.fields.add(new NumberField({ name: 'position', min: 0 }));
    app.save(projects);
  },
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    projects.fields.removeByName('position');
    app.save(projects);
  },
);
