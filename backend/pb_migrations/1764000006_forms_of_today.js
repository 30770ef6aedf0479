// Saves the settings of the two forms that existed before `saveForm`. Their emails and retention periods do not change.
migrate((app) => {
  const { saveForm } = require(`${__hooks}/saveForm.js`);
  saveForm(app, app.findCollectionByNameOrId('form_submits'), {
    title: 'Messages',
    subject: 'New message from {full_name}',
    replyTo: 'email_address',
  });
  saveForm(app, app.findCollectionByNameOrId('micora_delete_requests'), {
    title: 'Deletion requests',
    subject: 'New deletion request for {micora_email}',
    // The contact address may belong to a stranger. Only the account's own address is certain to belong to the account's
    // owner.
    instruction: 'Before its own address has confirmed it, delete no account: docs/handle-requests.md',
    replyTo: 'micora_email',
    // §8: "Your account and data will be permanently deleted within 30 days."
    daysUntilDue: 30,
    removesDone: true,
  });
});
