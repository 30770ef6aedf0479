// Adds fields for the time at which the email about a record is tried next, and for the mail server's last error.
// Waiting emails are tried again at once.
migrate((app) => {
  for (const row of app.findAllRecords('forms')) {
    const form = app.findCollectionByNameOrId(row.getString('collection'));
    form.fields.removeByName('mail_trouble');
    form.fields.add(new DateField({ name: 'mail_next', hidden: true }));
    form.fields.add(new TextField({ name: 'mail_error', hidden: true, max: 300 }));
    app.save(form);
  }
});
