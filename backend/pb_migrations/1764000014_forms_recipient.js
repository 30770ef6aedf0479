// Adds the setting `recipient`, so that each form can send its emails to its own recipient.
migrate((app) => {
  const forms = app.findCollectionByNameOrId('forms');
  const help = 'Who receives the emails about its records. Empty: OPERATOR_EMAIL.';
  forms.fields.add(new EmailField(/** @type {any} */ ({ name: 'recipient', help })));
  app.save(forms);
});
