// Publishes each draft whose `publish_at` has passed, as if an editor had switched `draft` off. If a draft cannot be
// published, the job tries again every minute. After two minutes, the check `drafts` fails (checks.pb.js).
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

// If an editor publishes a draft that replaces a record, the draft is first saved as a draft, including the changes
// that the editor has just made. Then it is published.
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
  // Clears the draft's `publish_at`. Otherwise, the job would publish the record again after an editor has taken it off
  // the site.
  if (isPublication) record.load({ draft: false, replaced_at: '', publish_at: '' });
  return e.next();
});

// When the dashboard opens a draft, the response includes the draft's address, which is not stored. When the dashboard
// opens a published record, `replaces` in the response is the record's own id. So a draft that an editor makes with
// "Duplicate" replaces the published record. (The hook onRecordEnrich would run for each record in a list, and slow a
// list of 500 records down by two seconds.)
onRecordViewRequest((e) => {
  const { record } = e;
  if (e.hasSuperuserAuth() && require(`${__hooks}/findDrafts.js`).hasDrafts(record.collection())) {
    if (record.getBool('draft'))
      record.set('preview', require(`${__hooks}/draftAddress.js`).draftAddress(record.id));
    else record.set('replaces', record.id);
  }
  return e.next();
});

// Each night, removes files that no record refers to. Publications and a killed backend leave such files behind. Files
// from the last hour are kept, because the records that refer to them may not have been saved yet.
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
