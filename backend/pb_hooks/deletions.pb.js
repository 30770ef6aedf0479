// §8: "Your account and data will be permanently deleted within 30 days."
onRecordCreate((e) => {
  const due = new Date(Date.now() + 30 * 86_400_000);
  e.record.set('due_at', due.toISOString().replace('T', ' '));
  e.next();
}, 'micora_delete_requests');

// A mail each morning (UTC), as long as something is due soon. One of an earlier day that is still waiting for the
// mail server has nothing to add to it.
cronAdd('deletion-reminder', '0 7 * * *', () => {
  const { dueSoon } = require(`${__hooks}/dueSoon.js`);
  for (const earlier of $app.findAllRecords('deletion_reminders')) $app.delete(earlier);
  if (dueSoon().length > 0) $app.save(new Record($app.findCollectionByNameOrId('deletion_reminders')));
});
