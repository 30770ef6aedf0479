// When the email about a record is tried next, and what the mail server answered last. Emails that wait are tried again at once.
migrate((app) => {
  for (const row of app.findAllRecords('forms')) {
    const form = app.findCollectionByNameOrId(row.getString('collection'));
    form.fields.removeByName('mail_trouble');
    form.fields.add(new DateField({ name: 'mail_next', hidden: true }));
    form.fields.add(new TextField({ name: 'mail_error', hidden: true, max: 300 }));
    app.save(form);
  }
});
