// A picture of an extreme shape or size is refused, because making a thumb of it takes gigabytes of memory. Of pictures that
// are stored already, no thumb is made: the request is answered with the picture itself.
onRecordValidate((e) => {
  e.next();
  const { sizeOf, isTooLarge } = require(`${__hooks}/pictureSize.js`);
  for (const field of e.record.collection().fields) {
    if (field.type() !== 'file') continue;
    for (const file of e.record.getUnsavedFiles(field.getName())) {
      const size = sizeOf(file.reader.open());
      if (!isTooLarge(size)) continue;
      const why = `${file.originalName} has ${size.width} x ${size.height} pixels. At most 100 million are possible, and a long side of ten times the short one.`;
      throw new BadRequestError(why, {
        [field.getName()]: new ValidationError('validation_picture_size', why),
      });
    }
  }
});

routerUse((e) => {
  const { url } = e.request;
  const [, collection, id, name] = /^\/api\/files\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url.path) ?? [];
  if (!name || !url.query().has('thumb')) return e.next();
  const { sizeOf, isTooLarge } = require(`${__hooks}/pictureSize.js`);
  const files = $app.newFilesystem();
  try {
    const { id: folder } = $app.findCachedCollectionByNameOrId(collection);
    const size = sizeOf(files.getReader(`${folder}/${id}/${name}`));
    if (size === undefined || isTooLarge(size)) url.rawQuery = '';
  } catch {
    // PocketBase itself answers that there is no such file.
  } finally {
    files.close();
  }
  return e.next();
});
