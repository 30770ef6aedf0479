/**
 * What a form's migration may set. Operators can change it later, in the collection `forms` of the dashboard.
 * @typedef {object} FormSettings
 * @property {string} title what its records are, in the plural: "Applications"
 * @property {string} subject of the mail about each record; `{field}` stands for the value of a field
 * @property {string} [instruction] stands above everything in the mail and in the reminder
 * @property {string} [replyTo] the field with the address that an answer to the mail goes to
 * @property {number} [daysUntilDue] adds the fields `due_at` and `done`, and a reminder each morning
 * @property {number} [retentionMonths] for how long a record is kept; MESSAGE_RETENTION_MONTHS, or 24, if not given
 * @property {boolean} [removesDone] whether a record is removed in the night after it was marked as done
 */

const SETTINGS = [
  ...['title', 'subject', 'instruction', 'replyTo', 'daysUntilDue', 'retentionMonths', 'removesDone'],
];

/**
 * Saves the collection of a form, for its migration: adds the fields that hooks act by, and says in `forms` what is to
 * happen with its records. From then on each record is mailed to the operator, counted by the limits for visitors,
 * watched by `/health` and removed in time.
 * @param {core.App} app as the migration gets it
 * @param {core.Collection} collection that visitors may create records in, and read none
 * @param {FormSettings} settings
 * @throws Error that says what is wrong with the collection or the settings; nothing is saved then
 */
function saveForm(app, collection, settings) {
  check(collection, settings);
  const { title, subject, instruction = '', replyTo = '', daysUntilDue = 0, retentionMonths = 0 } = settings;
  // A visitor who may choose the id could find out which ids are taken.
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
  // How often the mail server has put off or refused its mail, when it is tried again, and what the server said.
  add(new JSONField({ name: 'mail_trouble', hidden: true, maxSize: 5000 }));
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
    refuse('visitors have to be able to create records and to read none: set createRule, and no other rule');
  const unknown = Object.keys(settings).find((name) => !SETTINGS.includes(name));
  if (unknown) refuse(`there is no setting "${unknown}", only ${SETTINGS.join(', ')}`);
  const { title, subject, replyTo, daysUntilDue, retentionMonths } = settings;
  if (!title || !subject) refuse('it needs a title and a subject');
  const fields = [...(subject.match(/{\w+}/g) ?? []).map((name) => name.slice(1, -1)), replyTo ?? ''];
  const missing = fields.find((name) => name && !hasField(collection, name));
  if (missing) refuse(`it has no field "${missing}"`);
  for (const [name, value] of Object.entries({ daysUntilDue, retentionMonths })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= 1200))
      refuse(`${name} is ${value}; it must be a whole number from 1 to 1200, or left out`);
  }
}

module.exports = { saveForm };
