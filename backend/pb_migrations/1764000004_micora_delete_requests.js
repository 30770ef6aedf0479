// The requests for the deletion of a MiCora account (§3, §5). Anyone may create a request, but only the operator may
// read requests. The preceding migration explains the patterns and the create rule.
migrate((app) => {
  const visible = '[^\\s\\v\\p{Z}\\x{FEFF}]';
  const part = '[^\\s\\p{Z}\\p{Cc}\\x{FEFF}@';
  const email = `^${part}]+@${part}.]+(\\.${part}.]+)+$`;
  app.save(
    new Collection({
      name: 'micora_delete_requests',
      type: 'base',
      createRule: '@request.body.id:isset = false && @request.body.done:isset = false',
      fields: /** @type {any} */ ([
        // The deadline (§8): 30 days after the request. pb_hooks/forms.pb.js sets the field.
        { type: 'date', name: 'due_at' },
        { type: 'bool', name: 'done' },
        { type: 'text', name: 'micora_email', required: true, max: 254, pattern: email, presentable: true },
        { type: 'text', name: 'contact_email', required: true, max: 254, pattern: email },
        { type: 'text', name: 'reason', max: 5000, pattern: visible },
        { type: 'date', name: 'mailed_at', hidden: true },
        { type: 'number', name: 'mail_attempts', hidden: true, onlyInt: true, min: 0 },
        { type: 'autodate', name: 'created', onCreate: true },
      ]),
      indexes: /** @type {any} */ ([
        'CREATE INDEX idx_micora_delete_requests_mailed_at ON micora_delete_requests (mailed_at)',
      ]),
    }),
  );
});
