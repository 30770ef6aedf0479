// The list is read in this order (§7). Without an index, each read would sort all projects in memory, with their texts:
// 30 MB for 5,000 projects.
migrate((app) => {
  const projects = app.findCollectionByNameOrId('projects');
  projects.indexes = ['CREATE INDEX idx_projects_created ON projects (created)'];
  app.save(projects);
});
