// The portfolio (§3). Everyone may read it, but only the operator may change it.
migrate((app) => {
  // The thumb sizes that the pages request (thumbSize in shared/src/api/fileUrl.ts). Each size exists cropped and, with
  // an `f`, uncropped. PocketBase responds to any other size with the original, so a test compares this list with the
  // pages' sizes.
  const sizes = ['192x128', '480x320', '720x480', '960x640', '1440x960', '2160x1440'];
  const pictures = {
    type: 'file',
    maxSize: 10 * 1024 * 1024,
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
    thumbs: [...sizes, ...sizes.map((size) => `${size}f`)],
    // Anyone who may view a project may load its pictures, so the pictures of published projects need no token.
    protected: true,
  };
  app.save(
    new Collection({
      name: 'projects',
      type: 'base',
      listRule: 'draft = false',
      viewRule: 'draft = false',
      fields: /** @type {any} */ ([
        { type: 'text', name: 'title', required: true, max: 200, pattern: '\\S', presentable: true },
        { type: 'text', name: 'description', max: 1000 },
        { type: 'editor', name: 'long_description', maxSize: 200 * 1000 },
        { type: 'text', name: 'category', max: 100 },
        { type: 'text', name: 'status', max: 100 },
        { type: 'json', name: 'technologies', maxSize: 100 * 1000 },
        { ...pictures, name: 'cover_Image', maxSelect: 1 },
        { ...pictures, name: 'images', maxSelect: 40 },
        // A description of each picture, in the order of `images`.
        { type: 'json', name: 'image_descriptions', maxSize: 20 * 1000 },
        { type: 'bool', name: 'draft' },
        { type: 'autodate', name: 'created', onCreate: true },
        { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
      ]),
    }),
  );
});
