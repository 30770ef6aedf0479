// Adds a project's position in the portfolio (§3). The project with the lowest position comes first. An empty field is
// stored as 0, which means that the project has no position.
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
