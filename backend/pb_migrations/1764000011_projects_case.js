// Adds what prospective clients ask about first (§3): who a project was made for, who made it and how long they took,
// and which problem it solved.
migrate(
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    projects.fields.add(new TextField({ name: 'client', max: 200 }));
    projects.fields.add(new TextField({ name: 'team', max: 200 }));
    projects.fields.add(new TextField({ name: 'problem', max: 1000 }));
    app.save(projects);
  },
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    for (const name of ['client', 'team', 'problem']) projects.fields.removeByName(name);
    app.save(projects);
  },
);
