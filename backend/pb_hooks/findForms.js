/** The fields that hooks read and write in a form's collection. `saveForm` adds them. */
const FIELDS = ['mailed_at', 'mail_attempts', 'mail_next', 'mail_error', 'created'];

/**
 * What the hooks know about a form: its collection, and the operator's settings from the collection `forms`.
 * @typedef {object} Form
 * @property {core.Collection} collection
 * @property {string} name the collection's name
 * @property {boolean} isFinished whether its migration used `saveForm`
 * @property {boolean} hasDeadline whether its records have `due_at` and `done`
 * @property {string} title what its records are called, in the plural
 * @property {string} subject the subject of the email about each record
 * @property {string} instruction the first paragraph of the email and the reminder
 * @property {string} replyTo the name of the field with the address for replies; empty if there is none
 * @property {string} recipient who receives the emails about its records
 * @property {number} daysUntilDue
 * @property {number} retentionMonths how long a record is kept; 0 means the default period
 * @property {boolean} removesDone whether a record is removed during the night after it is marked as done
 */

/** @returns {Form[]} all forms, including those whose migration did not use `saveForm` */
function findForms() {
  return $app.findAllCollections('base').filter(isForm).map(readForm);
}

/** @param {core.Collection} collection @returns {Form} */
function readForm(collection) {
  const { name } = collection;
  const [row] = $app.findAllRecords('forms', $dbx.hashExp({ collection: name }));
  const text = (/** @type {string} */ field) => row?.getString(field) ?? '';
  return {
    collection,
    name,
    isFinished: row !== undefined && FIELDS.every((field) => hasField(collection, field)),
    hasDeadline: hasField(collection, 'due_at') && hasField(collection, 'done'),
    title: text('title') || name,
    subject: text('subject') || `New record in ${name}`,
    instruction: text('instruction'),
    replyTo: text('reply_to'),
    recipient: text('recipient') || $os.getenv('OPERATOR_EMAIL'),
    daysUntilDue: row?.getInt('days_until_due') ?? 0,
    retentionMonths: row?.getInt('retention_months') ?? 0,
    removesDone: row?.getBool('remove_done') ?? false,
  };
}

/**
 * Whether a collection is a form: visitors may create records in it, but not read them.
 * @param {core.Collection} collection
 */
function isForm(collection) {
  const { createRule, listRule, viewRule } = collection;
  return (
    collection.isBase() && !collection.system && createRule !== null && listRule === null && viewRule === null
  );
}

/** @param {core.Collection} collection @param {string} field */
function hasField(collection, field) {
  return collection.fields.fieldNames().includes(field);
}

module.exports = { findForms, readForm, isForm, hasField };
