/**
 * Finds out which record a record replaces before it is saved. What a draft replaces is public, so a draft of a draft replaces
 * the same record as that one.
 * @param {core.App} app
 * @param {core.Record} record its `replaces` is corrected
 * @returns {core.Record | undefined} undefined if it replaces nothing
 * @throws BadRequestError if a published record has a value in a field that is for drafts only
 */
function findReplaced(app, record) {
  const find = () => app.findRecordsByIds(record.collection(), record.getStringSlice('replaces'))[0];
  const next = find()?.getString('replaces');
  if (next) record.set('replaces', next);
  // The dashboard sends back what onRecordViewRequest has shown it.
  if (record.getString('replaces') === record.id) record.set('replaces', '');
  for (const name of ['replaces', 'publish_at']) {
    if (record.getBool('draft') || record.getString(name) === '') continue;
    const why = `Only a draft has "${name}". Switch "draft" on to prepare a change, or empty this field.`;
    throw new BadRequestError(why, { [name]: new ValidationError('validation_no_draft', why) });
  }
  return find();
}

/**
 * Completes a new draft of a published record: it gets that record's files, which the dashboard's "Duplicate" leaves out. A
 * field for one file keeps what was uploaded to it.
 * @param {core.App} app
 * @param {core.Record} draft has just been saved
 * @param {core.Record} published
 */
function startDraft(app, draft, published) {
  const { fieldsOf, readdress, copyFiles } = require(`${__hooks}/publishDraft.js`);
  readdress(draft, published.id, draft.id);
  copyFiles(app, published, draft);
  for (const name of fieldsOf(draft, 'file')) {
    const own = draft.getStringSlice(name);
    const { maxSelect } = /** @type {FileField} */ (draft.collection().fields.getByName(name));
    // A file keeps its name, which is unique, so that publishing the draft does not change its address.
    if (maxSelect > 1 || own.length === 0) draft.set(name, [...published.getStringSlice(name), ...own]);
  }
  app.saveNoValidate(draft);
}

module.exports = { findReplaced, startDraft };
