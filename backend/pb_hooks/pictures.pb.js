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

// Visitors can load the original of a picture, so its metadata is removed before it is stored.
onRecordValidate((e) => {
  e.next();
  const { readBytes, stripMetadata } = require(`${__hooks}/stripMetadata.js`);
  for (const field of e.record.collection().fields) {
    if (field.type() !== 'file') continue;
    for (const file of e.record.getUnsavedFiles(field.getName())) {
      let stripped;
      try {
        stripped = stripMetadata(readBytes(file.reader.open(), file.size));
      } catch {
        const why = `The picture ${file.originalName} is damaged. Open it in a program for pictures, and export it again.`;
        throw new BadRequestError(why, {
          [field.getName()]: new ValidationError('validation_picture_damaged', why),
        });
      }
      if (!stripped) continue;
      const { reader: bytes, size } = $filesystem.fileFromBytes(
        /** @type {any} */ (stripped),
        file.originalName,
      );
      file.reader = bytes;
      file.size = size;
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
