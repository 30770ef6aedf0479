// What visitors send by the contact form (§3, §5): anyone may create one, only the operator reads them.
migrate((app) => {
  // At least one character that is no white space of any script: `\s` knows that of ASCII alone, `required` none.
  const said = '[^\\s\\v\\p{Z}\\x{FEFF}]';
  // The same in one line, without control characters but the tab: with line breaks a stranger could write lines of
  // their own into the operator's mail.
  const breaks = '\\x00-\\x08\\n-\\x1f\\x7f-\\x{9f}\\x{2028}\\x{2029}';
  const line = `^[^${breaks}]*[^${breaks}\\s\\p{Z}\\x{FEFF}][^${breaks}]*$`;
  // As the form checks it (shared/src/form/FieldRules.ts); PocketBase's own rule lets white space of other scripts pass.
  const part = '[^\\s\\p{Z}\\p{Cc}\\x{FEFF}@';
  const email = `^${part}]+@${part}.]+(\\.${part}.]+)+$`;
  app.save(
    new Collection({
      name: 'form_submits',
      type: 'base',
      // A visitor who may choose the id could find out which ids are taken.
      createRule: '@request.body.id:isset = false && @request.body.answered:isset = false',
      fields: /** @type {any} */ ([
        // For the operator to set.
        { type: 'bool', name: 'answered' },
        { type: 'text', name: 'full_name', required: true, max: 100, pattern: line, presentable: true },
        { type: 'text', name: 'email_address', required: true, max: 254, pattern: email },
        { type: 'text', name: 'company', max: 100, pattern: line },
        {
          type: 'select',
          name: 'service_interested_in',
          maxSelect: 1,
          values: ['website', 'mobile', 'design', 'consulting', 'other'],
        },
        { type: 'text', name: 'project_details', required: true, max: 5000, pattern: said },
        // It waits for its mail to the operator until this is set (pb_hooks/mails.pb.js).
        { type: 'date', name: 'mailed_at', hidden: true },
        { type: 'number', name: 'mail_attempts', hidden: true, onlyInt: true, min: 0 },
        { type: 'autodate', name: 'created', onCreate: true },
      ]),
      indexes: /** @type {any} */ (['CREATE INDEX idx_form_submits_mailed_at ON form_submits (mailed_at)']),
    }),
  );
});
