// Emails each new submission to the operator. The records themselves are the queue: every minute, this job sends the
// emails about records without `mailed_at`. So a visitor never waits for the mail server.
cronAdd('mails', '* * * * *', () => {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  require(`${__hooks}/sendMails.js`).sendWaitingMails();
});

// Each morning (UTC), sends a reminder for each form with records that are overdue or due soon. A reminder that cannot
// be sent is not retried, because the next morning's reminder covers the same records.
cronAdd('reminders', '0 7 * * *', () => {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  for (const reminder of require(`${__hooks}/writeMail.js`).writeReminders()) {
    try {
      require(`${__hooks}/sendMails.js`).send(reminder);
    } catch (error) {
      $app.logger().error('A reminder was not sent', 'subject', reminder.subject, 'error', String(error));
    }
  }
});
