// Tells the operator of each message and deletion request. A visitor never waits for the mail server: the record is
// the queue, a job each minute sends what has no `mailed_at` yet.
cronAdd('mails', '* * * * *', () => {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  require(`${__hooks}/sendWaitingMails.js`).sendWaitingMails();
});

// A mail each morning (UTC), as long as a deletion is due soon. One that cannot be sent is made up for by the next.
cronAdd('deletion-reminder', '0 7 * * *', () => {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  const reminder = require(`${__hooks}/writeMail.js`).writeReminder();
  if (reminder) $app.newMailClient().send(reminder);
});
