// The messages from the contact form (§3, §5). Anyone may create a message, but only the operator may read messages.
migrate((app) => {
  // Requires at least one character other than white space, in any script. `\s` covers only ASCII, and `required`
  // accepts blanks.
  const visible = '[^\\s\\v\\p{Z}\\x{FEFF}]';
  // Requires a single line with at least one character other than white space. Tabs are the only control characters
  // that are allowed. Line breaks would let a visitor forge lines in the operator's email.
  const breaks = '\\x00-\\x08\\n-\\x1f\\x7f-\\x{9f}\\x{2028}\\x{2029}';
  const line = `^[^${breaks}]*[^${breaks}\\s\\p{Z}\\x{FEFF}][^${breaks}]*$`;
  // The rule for email addresses is the same as in the browser (shared/src/form/FieldRules.ts). PocketBase's own rule
  // accepts some white space.
  const part = '[^\\s\\p{Z}\\p{Cc}\\x{FEFF}@';
  const email = `^${part}]+@${part}.]+(\\.${part}.]+)+$`;
  app.save(
    new Collection({
      name: 'form_submits',
      type: 'base',
      // Visitors may not choose a record's id. Otherwise, they could find out which ids are taken.
      createRule: '@request.body.id:isset = false && @request.body.answered:isset = false',
      fields: /** @type {any} */ ([
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
        { type: 'text', name: 'project_details', required: true, max: 5000, pattern: visible },
        // Empty until the record has been emailed to the operator (pb_hooks/mails.pb.js).
        { type: 'date', name: 'mailed_at', hidden: true },
        { type: 'number', name: 'mail_attempts', hidden: true, onlyInt: true, min: 0 },
        { type: 'autodate', name: 'created', onCreate: true },
      ]),
      indexes: /** @type {any} */ (['CREATE INDEX idx_form_submits_mailed_at ON form_submits (mailed_at)']),
    }),
  );
});
