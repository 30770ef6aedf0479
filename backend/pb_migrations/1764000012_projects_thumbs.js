// Adds a thumb size for pictures that fill the width of a 1440 px window on a high-density screen (PICTURE_WIDTHS in
// shared/src/api/pictureCopy.ts).
migrate(
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    for (const name of ['cover_Image', 'images']) {
      const field = /** @type {FileField} */ (projects.fields.getByName(name));
      const isUncropped = (/** @type {string} */ size) => size.endsWith('f');
      const sizes = field.thumbs;
      field.thumbs = [
        ...sizes.filter((size) => !isUncropped(size)),
        '2880x1920',
        ...sizes.filter(isUncropped),
        '2880x1920f',
      ];
    }
    app.save(projects);
  },
  (app) => {
    const projects = app.findCollectionByNameOrId('projects');
    for (const name of ['cover_Image', 'images']) {
      const field = /** @type {FileField} */ (projects.fields.getByName(name));
      field.thumbs = field.thumbs.filter((size) => !size.startsWith('2880'));
    }
    app.save(projects);
  },
);
