// 40 pictures a project, and each size also with the whole picture in it: the gallery crops none.
migrate((app) => {
  const cropped = ['192x128', '480x320', '720x480', '960x640', '1440x960'];
  const projects = app.findCollectionByNameOrId('projects');
  projects.fields.getByName('images').maxSelect = 40;
  for (const name of ['cover_Image', 'images'])
    projects.fields.getByName(name).thumbs = [...cropped, ...cropped.map((size) => `${size}f`)];
  app.save(projects);
});
