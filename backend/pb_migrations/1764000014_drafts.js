// What editors need to prepare changes to projects.
migrate((app) => {
  require(`${__hooks}/addDrafts.js`).addDrafts(app, app.findCollectionByNameOrId('projects'));
});
