// Adds the fields `mail_next`, the time of the next attempt to send a record's email, and `mail_error`, the reason why
// the last attempt failed. Emails that are waiting are tried again at once, because their `mail_next` is empty.
migrate((app) => {
  for (const row of app.findAllRecords('forms')) {
    const form = app.findCollectionByNameOrId(row.getString('collection'));
    form.fields.removeByName('mail_trouble');
    form.fields.add(new DateField({ name: 'mail_next', hidden: true }));
    form.fields.add(new TextField({ name: 'mail_error', hidden: true, max: 300 }));
    app.save(form);
  }
});
