// A record that the operator is told of by mail waits for that mail until `mailed_at` is set (pb_hooks/mail.pb.js).
migrate((app) => {
  const queue = [
    { type: 'date', name: 'mailed_at', hidden: true },
    { type: 'number', name: 'mail_attempts', hidden: true, onlyInt: true, min: 0 },
    { type: 'date', name: 'mail_retry_at', hidden: true },
    // How often the mail server has refused it for good.
    { type: 'number', name: 'mail_refusals', hidden: true, onlyInt: true, min: 0 },
  ];
  for (const name of ['form_submits', 'micora_delete_requests']) {
    const collection = app.findCollectionByNameOrId(name);
    for (const field of queue) collection.fields.add(new Field(/** @type {any} */ (field)));
    collection.addIndex(`idx_${name}_mailed_at`, false, 'mailed_at', '');
    app.save(collection);
  }
  // One record for each day on which there is something to remind of.
  app.save(
    new Collection({
      name: 'deletion_reminders',
      type: 'base',
      fields: /** @type {any} */ ([...queue, { type: 'autodate', name: 'created', onCreate: true }]),
    }),
  );
});
