// Names are one line: with line breaks a stranger could write lines of their own into the operator's mail.
// The email fields, which have no pattern, are in pb_hooks/emails.pb.js.
migrate((app) => {
  // No control character but the tab, and no line separator. One is, as in the migration before, no white space.
  const breaks = '\\x00-\\x08\\n-\\x1f\\x7f-\\x{9f}\\x{2028}\\x{2029}';
  const collection = app.findCollectionByNameOrId('form_submits');
  for (const name of ['full_name', 'company']) {
    collection.fields.getByName(name).pattern = `^[^${breaks}]*[^${breaks}\\s\\p{Z}\\x{FEFF}][^${breaks}]*$`;
  }
  app.save(collection);
});
