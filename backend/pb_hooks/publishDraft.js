/**
 * @param {core.Record} record
 * @param {string[]} types
 */
function listFields(record, ...types) {
  const fields = record.collection().fields.filter((field) => types.includes(field.type()));
  return fields.map((field) => field.getName());
}

/** @param {core.Record} record */
function listFiles(record) {
  return listFields(record, 'file').flatMap((field) => record.getStringSlice(field));
}

/**
 * Changes the file addresses in a record's texts, so that they refer to another record's files.
 * @param {core.Record} record the record with the texts
 * @param {string} from the record id that the addresses contain
 * @param {string} to the record id to put in its place. Both records are in the same collection
 */
function readdress(record, from, to) {
  const { id, name } = record.collection();
  const address = new RegExp(`(/api/files/(?:${id}|${name})/)${from}/`, 'g');
  for (const field of listFields(record, 'editor'))
    record.set(field, record.getString(field).replace(address, `$1${to}/`));
}

/**
 * Publishes a draft in place of the record that it replaces. That record gets the draft's content, but keeps its id and
 * its creation time. The draft gets what was public before, so publishing it again undoes the change.
 *
 * First copies the files of each record to the other. File names are unique, so the copies do no harm, even if the
 * publication then fails. Next, exchanges the two records' ids in one transaction, so that values that must be unique
 * never collide. The job `sweepFiles` later removes the files that neither record refers to any more.
 * @param {core.App} app
 * @param {core.Record} draft a stored draft with a value in `replaces`
 * @returns {core.Record} the record with the draft's id, as it is stored now
 * @throws BadRequestError if somebody changes the files of one of the records at the same time. In this case, nothing
 *   is changed
 */
function publishDraft(app, draft) {
  const collection = draft.collection();
  const ids = [draft.id, draft.getString('replaces')];
  const find = (/** @type {core.App} */ from) => ids.map((id) => from.findRecordById(collection, id));
  const before = find(app);
  copyFiles(app, before[0], before[1]);
  copyFiles(app, before[1], before[0]);
  app.runInTransaction((tx) => {
    const now = find(tx);
    if (String(now.map(listFiles)) !== String(before.map(listFiles)))
      throw new BadRequestError('Somebody has changed the files at the same time. Save again.');
    const rename = (/** @type {string} */ from, /** @type {string} */ to) =>
      tx
        .db()
        .newQuery(`UPDATE {{${collection.name}}} SET [[id]] = {:to} WHERE [[id]] = {:from}`)
        .bind({ from, to })
        .execute();
    const [kept, published] = ids;
    rename(kept, '-');
    rename(published, kept);
    rename('-', published);
    const values = [
      { draft: true, publish_at: '', replaces: published, replaced_at: new DateTime() },
      { draft: false, publish_at: '', replaces: '', replaced_at: '' },
    ];
    // The record that becomes a draft is saved first, because some values may have to be unique among public records.
    find(tx).forEach((record, index) => {
      record.load(values[index]);
      readdress(record, ids[1 - index], ids[index]);
      for (const field of collection.fields)
        if (field.type() === 'autodate' && !(/** @type {AutodateField} */ (field).onUpdate))
          record.setRaw(field.getName(), now[index].getRaw(field.getName()));
      tx.saveNoValidate(record);
    });
  });
  return find(app)[0];
}

/** @param {core.App} app @param {core.Record} from @param {core.Record} to */
function copyFiles(app, from, to) {
  const files = app.newFilesystem();
  try {
    const known = listFiles(to);
    for (const name of listFiles(from)) {
      const key = `${from.baseFilesPath()}/${name}`;
      if (!known.includes(name) && files.exists(key)) files.copy(key, `${to.baseFilesPath()}/${name}`);
    }
  } finally {
    files.close();
  }
}

module.exports = { listFields, listFiles, readdress, copyFiles, publishDraft };
