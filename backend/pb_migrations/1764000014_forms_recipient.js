// Lets each form have a recipient of its own for its emails.
migrate((app) => {
  const forms = app.findCollectionByNameOrId('forms');
  const help = 'Who receives the emails about its records. Empty: OPERATOR_EMAIL.';
  forms.fields.add(new EmailField(/** @type {any} */ ({ name: 'recipient', help })));
  app.save(forms);
});
