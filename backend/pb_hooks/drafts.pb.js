// Publishes each draft whose time has come, as if an editor had switched `draft` off. A draft that cannot be published is tried
// again each minute, and `/health` reports it.
cronAdd('publish', '* * * * *', () => {
  const { findDrafts, findDue } = require(`${__hooks}/findDrafts.js`);
  for (const collection of findDrafts()) {
    for (const { id } of findDue(collection)) {
      try {
        $app.runInTransaction((tx) => {
          // An editor, or a run of this job that still goes on, may have published it meanwhile.
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

// A draft that replaces a record is first saved as a draft, with everything that the editor has just changed.
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
  // The time ends with the publication, so that a record that is taken off the site later stays off.
  if (isPublication) record.load({ draft: false, replaced_at: '', publish_at: '' });
  return e.next();
});

// In the dashboard, an opened draft names its address, which is not stored. An opened record that is published replaces itself,
// so that its "Duplicate" replaces it. (A hook for each record that is sent, onRecordEnrich, would make a list of 500 two
// seconds slower.)
onRecordViewRequest((e) => {
  const { record } = e;
  if (e.hasSuperuserAuth() && require(`${__hooks}/findDrafts.js`).hasDrafts(record.collection())) {
    if (record.getBool('draft'))
      record.set('preview', require(`${__hooks}/draftAddress.js`).draftAddress(record.id));
    else record.set('replaces', record.id);
  }
  return e.next();
});

// Each night, removes the files that no record names: a publication leaves some behind, and so does a backend that is killed.
// Files of the last hour stay, because their record may be saved at this moment.
cronAdd('sweepFiles', '45 2 * * *', () => {
  const { filesOf } = require(`${__hooks}/publishDraft.js`);
  const files = $app.newFilesystem();
  try {
    for (const collection of require(`${__hooks}/findDrafts.js`).findDrafts()) {
      const named = new Set();
      for (const record of $app.findAllRecords(collection))
        for (const name of filesOf(record)) named.add(`${record.id}/${name}`);
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
