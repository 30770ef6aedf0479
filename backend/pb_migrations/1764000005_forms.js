// The settings of the forms, in one row for each form. A form is a collection in which visitors may create records but
// not read them. Migrations add rows with pb_hooks/saveForm.js. Operators may change the rows, and visitors cannot read
// them.
migrate((app) => {
  app.save(
    new Collection({
      name: 'forms',
      type: 'base',
      fields: /** @type {any} */ ([
        {
          ...{ type: 'text', name: 'collection', required: true, max: 255, presentable: true },
          help: 'The collection of the form.',
        },
        {
          ...{ type: 'text', name: 'title', required: true, max: 100 },
          help: 'What its records are, in the plural.',
        },
        {
          ...{ type: 'text', name: 'subject', required: true, max: 200 },
          help: 'The subject of the email about each record. {field} is replaced by the value of that field.',
        },
        {
          ...{ type: 'text', name: 'instruction', max: 2000 },
          help: 'Stands above everything in the email, and in the reminder.',
        },
        {
          ...{ type: 'text', name: 'reply_to', max: 255 },
          help: 'The field with the address that an answer to the email goes to.',
        },
        {
          ...{ type: 'number', name: 'days_until_due', onlyInt: true, min: 0, max: 1200 },
          help: 'For new records of a form with due dates.',
        },
        {
          ...{ type: 'number', name: 'retention_months', onlyInt: true, min: 0, max: 1200 },
          help: 'How long records are kept. 0: MESSAGE_RETENTION_MONTHS, or 24 if that is not set.',
        },
        {
          ...{ type: 'bool', name: 'remove_done' },
          help: 'Whether a record is removed in the night after it was marked as done.',
        },
      ]),
      indexes: /** @type {any} */ (['CREATE UNIQUE INDEX idx_forms_collection ON forms (collection)']),
    }),
  );

  // Limits how many records a visitor may create in each form. The rules for individual forms come first, because the
  // first matching rule applies.
  const settings = app.settings();
  const rules = [...settings.rateLimits.rules];
  if (rules.some(({ label }) => label === '*:create')) return;
  const at = rules.findIndex(({ label }) => !label.endsWith(':create'));
  const rule = { label: '*:create', audience: '', duration: 3600, maxRequests: 20 };
  rules.splice(at < 0 ? rules.length : at, 0, /** @type {any} */ (rule));
  settings.rateLimits.rules = rules;
  app.save(settings);
});
