/**
 * The settings of a form. Operators can change them later in the dashboard, in the collection `forms`.
 * @typedef {object} FormSettings
 * @property {string} title the plural name of the form's records, e.g. "Applications"
 * @property {string} subject the subject of the email about each record; `{field}` is replaced by that field's value
 * @property {string} [instruction] the first paragraph of the email and the reminder
 * @property {string} [replyTo] the field that contains the address for replies to the email
 * @property {number} [daysUntilDue] days from a record's creation until it is due; adds `due_at`, `done` and daily reminders
 * @property {number} [retentionMonths] how long a record is kept; by default MESSAGE_RETENTION_MONTHS, or 24
 * @property {boolean} [removesDone] whether a record is removed during the night after it is marked as done
 */

const SETTINGS = [
  'title',
  'subject',
  'instruction',
  'replyTo',
  'daysUntilDue',
  'retentionMonths',
  'removesDone',
];

/**
 * Saves a form's collection, and its settings in the collection `forms`. For use in migrations. Adds the fields that
 * hooks need. From then on, each record is emailed to the operator, counted against the limits, monitored by `/health`,
 * and removed when its retention period ends.
 * @param {core.App} app the migration's argument
 * @param {core.Collection} collection visitors may create records in it, but not read them
 * @param {FormSettings} settings
 * @throws Error if the collection or the settings are invalid. In this case, nothing is saved
 */
function saveForm(app, collection, settings) {
  check(collection, settings);
  const { title, subject, instruction = '', replyTo = '', daysUntilDue = 0, retentionMonths = 0 } = settings;
  // Visitors may not choose a record's id. Otherwise, they could find out which ids are taken.
  const ownId = '@request.body.id:isset = false';
  const rule = String(collection.createRule);
  if (rule === '') collection.createRule = ownId;
  else if (!rule.includes(ownId)) collection.createRule = `(${rule}) && ${ownId}`;

  const { hasField } = require(`${__hooks}/findForms.js`);
  const add = (/** @type {core.Field} */ field) => {
    if (!hasField(collection, field.getName())) collection.fields.add(field);
  };
  if (daysUntilDue > 0) {
    add(new DateField({ name: 'due_at' }));
    add(new BoolField({ name: 'done' }));
  }
  add(new DateField({ name: 'mailed_at', hidden: true }));
  add(new NumberField({ name: 'mail_attempts', hidden: true, onlyInt: true, min: 0 }));
  // `mail_next` is the time of the next attempt to send the email. `mail_error` is the reason why the last attempt
  // failed.
  add(new DateField({ name: 'mail_next', hidden: true }));
  add(new TextField({ name: 'mail_error', hidden: true, max: 300 }));
  add(new AutodateField({ name: 'created', onCreate: true }));
  for (const field of ['mailed_at', 'created'])
    collection.addIndex(`idx_${collection.name}_${field}`, false, field, '');
  app.save(collection);

  const [known] = app.findAllRecords('forms', $dbx.hashExp({ collection: collection.name }));
  const row = known ?? new Record(app.findCollectionByNameOrId('forms'), { collection: collection.name });
  row.load({
    title,
    subject,
    instruction,
    reply_to: replyTo,
    days_until_due: daysUntilDue,
    retention_months: retentionMonths,
    remove_done: settings.removesDone ?? false,
  });
  app.save(row);
}

/** @param {core.Collection} collection @param {FormSettings} settings */
function check(collection, settings) {
  const { isForm, hasField } = require(`${__hooks}/findForms.js`);
  const refuse = (/** @type {string} */ why) => {
    throw new Error(`The form ${collection.name} cannot be saved: ${why}.`);
  };
  if (!isForm(collection))
    refuse('visitors must be able to create records but not to read them: set createRule, and no other rule');
  const unknown = Object.keys(settings).find((name) => !SETTINGS.includes(name));
  if (unknown) refuse(`there is no setting "${unknown}", only ${SETTINGS.join(', ')}`);
  const { title, subject, replyTo, daysUntilDue, retentionMonths } = settings;
  if (!title || !subject) refuse('it needs a title and a subject');
  const inSubject = [...subject.matchAll(/{(\w+)}/g)].map(([, name]) => name);
  const missing = [...inSubject, replyTo].find((name) => name && !hasField(collection, name));
  if (missing) refuse(`it has no field "${missing}"`);
  for (const [name, value] of Object.entries({ daysUntilDue, retentionMonths })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= 1200))
      refuse(`${name} is ${value}; it must be a whole number from 1 to 1200, or left out`);
  }
}

module.exports = { saveForm };
