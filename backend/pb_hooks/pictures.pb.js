// Checks each picture before it is stored. Refuses a picture with an extreme shape or size, because making a thumb of
// it would take gigabytes of memory. Removes the metadata from all other pictures, because visitors can load the
// original files.
onRecordValidate((e) => {
  e.next();
  const { readBytes } = require(`${__hooks}/readBytes.js`);
  const { readSize, isTooLarge } = require(`${__hooks}/pictureSize.js`);
  const { stripMetadata } = require(`${__hooks}/stripMetadata.js`);
  for (const field of e.record.collection().fields) {
    if (field.type() !== 'file') continue;
    const refuse = (/** @type {string} */ code, /** @type {string} */ why) => {
      throw new BadRequestError(why, { [field.getName()]: new ValidationError(code, why) });
    };
    for (const file of e.record.getUnsavedFiles(field.getName())) {
      const content = readBytes(file.reader.open(), file.size);
      const size = readSize(content);
      if (isTooLarge(size)) {
        refuse(
          'validation_picture_size',
          `${file.originalName} has ${size.width} x ${size.height} pixels. A picture may have at most 100 million pixels, and its longer side may be at most ten times its shorter side.`,
        );
      }
      let stripped;
      try {
        stripped = stripMetadata(content);
      } catch {
        refuse(
          'validation_picture_damaged',
          `The picture ${file.originalName} is damaged. Open it in an image editor and export it again.`,
        );
      }
      if (!stripped) continue;
      const { reader, size: length } = $filesystem.fileFromBytes(
        /** @type {any} */ (stripped),
        file.originalName,
      );
      file.reader = reader;
      file.size = length;
    }
  }
});

// If a picture's shape or size is extreme, sends the original instead of a thumb. Earlier versions did not refuse such
// pictures, so some may be stored.
routerUse((e) => {
  const { url } = e.request;
  const [, collection, id, name] = /^\/api\/files\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url.path) ?? [];
  if (!name || !url.query().has('thumb')) return e.next();
  const { readBytes } = require(`${__hooks}/readBytes.js`);
  const { HEAD, readSize, isTooLarge } = require(`${__hooks}/pictureSize.js`);
  const files = $app.newFilesystem();
  try {
    const { id: folder } = $app.findCachedCollectionByNameOrId(collection);
    const key = `${folder}/${id}/${name}`;
    const size = readSize(readBytes(files.getReader(key), Math.min(HEAD, files.attributes(key).size)));
    if (size === undefined || isTooLarge(size)) url.rawQuery = '';
  } catch {
    // The file does not exist. PocketBase itself responds with the error.
  } finally {
    files.close();
  }
  return e.next();
});
