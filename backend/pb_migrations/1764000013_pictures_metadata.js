// Removes the metadata of pictures that were stored by earlier versions, before pb_hooks/pictures.pb.js removed it on
// upload. A picture that is damaged, or whose file is missing, is left unchanged.
migrate((app) => {
  const { readBytes } = require(`${__hooks}/readBytes.js`);
  const { stripMetadata } = require(`${__hooks}/stripMetadata.js`);
  const files = app.newFilesystem();
  try {
    for (const collection of app.findAllCollections()) {
      const fields = collection.fields.filter((field) => field?.type() === 'file');
      if (fields.length === 0) continue;
      for (const record of app.findAllRecords(collection)) {
        for (const field of fields) {
          for (const name of record.getStringSlice(field?.getName() ?? '')) {
            const key = `${record.baseFilesPath()}/${name}`;
            try {
              const stripped = stripMetadata(readBytes(files.getReader(key), files.attributes(key).size));
              if (stripped) files.upload(/** @type {any} */ (stripped), key);
            } catch (error) {
              app
                .logger()
                .warn('The metadata of a picture was not removed', 'file', key, 'error', String(error));
            }
          }
        }
      }
    }
  } finally {
    files.close();
  }
});
