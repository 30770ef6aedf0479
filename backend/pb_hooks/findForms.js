/** The fields that hooks read and write in a form's collection. `saveForm` adds them. */
const FIELDS = ['mailed_at', 'mail_attempts', 'mail_trouble', 'created'];

/**
 * Whether a collection stores submissions of a form: visitors may create records in it, but not read them.
 * @param {core.Collection} collection
 */
function isForm(collection) {
  const { createRule, listRule, viewRule } = collection;
  return (
    collection.isBase() && !collection.system && createRule !== null && listRule === null && viewRule === null
  );
}

/**
 * @param {core.Collection} collection
 * @param {string} field
 */
function hasField(collection, field) {
  return collection.fields.fieldNames().includes(field);
}

/** @returns the form collections that have every field in FIELDS */
function findForms() {
  const isComplete = (/** @type {core.Collection} */ form) => FIELDS.every((field) => hasField(form, field));
  return $app.findAllCollections('base').filter(isForm).filter(isComplete);
}

/** @returns the names of the form collections whose migration did not use `saveForm` */
function findUnfinishedForms() {
  const finished = findForms().filter((form) => rowOf(form) !== undefined);
  const names = finished.map(({ name }) => name);
  return $app
    .findAllCollections('base')
    .filter((collection) => isForm(collection) && !names.includes(collection.name))
    .map(({ name }) => name);
}

/**
 * The operator's settings of a form, from the collection `forms`.
 * @param {core.Collection} form
 */
function settingsOf(form) {
  const row = rowOf(form);
  const text = (/** @type {string} */ field) => row?.getString(field) ?? '';
  return {
    title: text('title') || form.name,
    subject: text('subject') || `New record in ${form.name}`,
    instruction: text('instruction'),
    replyTo: text('reply_to'),
    daysUntilDue: row?.getInt('days_until_due') ?? 0,
    /** How many months a record is kept; 0 means the default period. */
    retentionMonths: row?.getInt('retention_months') ?? 0,
    removesDone: row?.getBool('remove_done') ?? false,
  };
}

/** @param {core.Collection} form @returns {core.Record | undefined} */
function rowOf({ name }) {
  return $app.findAllRecords('forms', $dbx.hashExp({ collection: name }))[0];
}

module.exports = { isForm, hasField, findForms, findUnfinishedForms, settingsOf };
