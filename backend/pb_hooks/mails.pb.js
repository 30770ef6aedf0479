// Tells the operator of each record that a form sends. A visitor never waits for the mail server: the record is the
// queue, a job each minute sends what has no `mailed_at` yet.
cronAdd('mails', '* * * * *', () => {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  require(`${__hooks}/sendWaitingMails.js`).sendWaitingMails();
});

// A mail each morning (UTC) about each form of which something is due soon. One that cannot be sent is made up for by
// the next.
cronAdd('reminders', '0 7 * * *', () => {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  for (const reminder of require(`${__hooks}/writeMail.js`).writeReminders()) {
    try {
      $app.newMailClient().send(reminder);
    } catch (error) {
      $app.logger().error('A reminder was not sent', 'subject', reminder.subject, 'error', String(error));
    }
  }
});

// A start may be with another address or another mail server: all that waits is tried again at once.
onBootstrap((e) => {
  e.next();
  for (const { name } of require(`${__hooks}/findForms.js`).findForms()) {
    const waiting = $dbx.exp("mailed_at = '' AND mail_trouble IS NOT NULL");
    $app.db().update(name, { mail_trouble: null }, waiting).execute();
  }
});
