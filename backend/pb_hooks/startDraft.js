/**
 * Finds the published record that a record replaces, and corrects `replaces`. Must be called before the record is
 * saved. Only a published record can be replaced, so a duplicate of a draft replaces the same record as the draft
 * itself.
 * @param {core.App} app
 * @param {core.Record} record its `replaces` is corrected
 * @returns {core.Record | undefined} undefined if the record replaces nothing
 * @throws BadRequestError if a published record has a value in a field that is only for drafts
 */
function findReplaced(app, record) {
  const find = () => app.findRecordsByIds(record.collection(), record.getStringSlice('replaces'))[0];
  const next = find()?.getString('replaces');
  if (next) record.set('replaces', next);
  // The dashboard sends back the value of `replaces` that onRecordViewRequest has added.
  if (record.getString('replaces') === record.id) record.set('replaces', '');
  for (const name of ['replaces', 'publish_at']) {
    if (record.getBool('draft') || record.getString(name) === '') continue;
    const why = `Only a draft has "${name}". Switch "draft" on to prepare a change, or empty this field.`;
    throw new BadRequestError(why, { [name]: new ValidationError('validation_no_draft', why) });
  }
  return find();
}

/**
 * Completes a new draft of a published record: copies that record's files, which the dashboard's "Duplicate" leaves
 * out. If a file was uploaded to a field for a single file, the field keeps that file.
 * @param {core.App} app
 * @param {core.Record} draft the draft, which has just been saved
 * @param {core.Record} published
 */
function startDraft(app, draft, published) {
  const { listFields, readdress, copyFiles } = require(`${__hooks}/publishDraft.js`);
  readdress(draft, published.id, draft.id);
  copyFiles(app, published, draft);
  for (const name of listFields(draft, 'file')) {
    const own = draft.getStringSlice(name);
    const { maxSelect } = /** @type {FileField} */ (draft.collection().fields.getByName(name));
    // A copied file keeps its unique name, so publishing the draft does not change the file's address.
    if (maxSelect > 1 || own.length === 0) draft.set(name, [...published.getStringSlice(name), ...own]);
  }
  app.saveNoValidate(draft);
}

module.exports = { findReplaced, startDraft };
