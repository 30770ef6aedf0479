// Adds a project's colour on the site (§3). studio-remote/src/projects/projectColour.ts defines the colours.
migrate(
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    projects.fields.add(
      new SelectField({
        name: 'colour',
        maxSelect: 1,
        // prettier-ignore
        values: ['brick', 'rust', 'amber', 'olive', 'moss', 'pine', 'teal', 'sea', 'cobalt', 'violet', 'plum', 'rose'],
      }),
    );
    app.save(projects);
  },
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    projects.fields.removeByName('colour');
    app.save(projects);
  },
);
