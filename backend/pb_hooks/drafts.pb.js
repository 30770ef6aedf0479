// Publishes each draft whose time has come, as if an editor had switched `draft` off. If a draft cannot be published,
// the job tries again each minute, and `/health` reports the draft.
cronAdd('publish', '* * * * *', () => {
  const { findDrafts, findDue } = require(`${__hooks}/findDrafts.js`);
  for (const collection of findDrafts()) {
    for (const { id } of findDue(collection)) {
      try {
        $app.runInTransaction((tx) => {
          // An editor, or another run of this job, may have published the draft in the meantime.
          const record = tx.findRecordById(collection, id);
          if (!record.getBool('draft') || record.getString('publish_at') === '') return;
          record.set('draft', false);
          tx.save(record);
        });
      } catch (error) {
        const where = ['collection', collection.name, 'id', id];
        $app.logger().error('A draft was not published at its time', ...where, 'error', String(error));
      }
    }
  }
});

onRecordCreate((e) => {
  if (!require(`${__hooks}/findDrafts.js`).hasDrafts(e.record.collection())) return e.next();
  const { findReplaced, startDraft } = require(`${__hooks}/startDraft.js`);
  e.record.load({ replaced_at: '', preview: '' });
  const published = findReplaced(e.app, e.record);
  e.next();
  if (published) startDraft(e.app, e.record, published);
});

// A draft that replaces a record is first saved as a draft, with everything that the editor has just changed. Then it is
// published.
onRecordUpdate((e) => {
  const { app, record } = e;
  if (!require(`${__hooks}/findDrafts.js`).hasDrafts(record.collection())) return e.next();
  record.set('preview', '');
  const isPublication = record.original().getBool('draft') && !record.getBool('draft');
  if (isPublication) record.set('draft', true);
  const replaced = require(`${__hooks}/startDraft.js`).findReplaced(app, record);
  if (isPublication && replaced) {
    const stored = app.findRecordById(record.collection(), record.id);
    if (stored.getString('updated') !== record.original().getString('updated'))
      throw new BadRequestError('Somebody has saved this draft at the same time. Open it again.');
    app.save(record);
    const kept = require(`${__hooks}/publishDraft.js`).publishDraft(app, record);
    for (const name of record.collection().fields.fieldNames()) record.setRaw(name, kept.getRaw(name));
    return;
  }
  // Publishing a draft clears its time, so that a record that is taken off the site later stays off.
  if (isPublication) record.load({ draft: false, replaced_at: '', publish_at: '' });
  return e.next();
});

// If the dashboard opens a draft, the response contains the draft's address, which is not stored. If it opens a
// published record, the record appears to replace itself, so that a draft made with "Duplicate" replaces it. (The hook
// onRecordEnrich would run for each record of a list, and make a list of 500 two seconds slower.)
onRecordViewRequest((e) => {
  const { record } = e;
  if (e.hasSuperuserAuth() && require(`${__hooks}/findDrafts.js`).hasDrafts(record.collection())) {
    if (record.getBool('draft'))
      record.set('preview', require(`${__hooks}/draftAddress.js`).draftAddress(record.id));
    else record.set('replaces', record.id);
  }
  return e.next();
});

// Each night, removes the files that no record names. A publication leaves such files behind, and so does a backend that
// is killed. Files of the last hour are kept, because their record may not have been saved yet.
cronAdd('sweepFiles', '45 2 * * *', () => {
  const { listFiles } = require(`${__hooks}/publishDraft.js`);
  const files = $app.newFilesystem();
  try {
    for (const collection of require(`${__hooks}/findDrafts.js`).findDrafts()) {
      const named = new Set();
      for (const record of $app.findAllRecords(collection))
        for (const name of listFiles(record)) named.add(`${record.id}/${name}`);
      for (const { key, modTime } of files.list(`${collection.baseFilesPath()}/`)) {
        const [, id, folder] = key.split('/');
        const isOld = modTime.unixMilli() < Date.now() - 3_600_000;
        if (isOld && !named.has(`${id}/${folder.replace(/^thumbs_/, '')}`)) files.delete(key);
      }
    }
  } finally {
    files.close();
  }
});
