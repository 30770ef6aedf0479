// Tells the operator of each message, deletion request and reminder. A visitor never waits for the mail server: the
// record is the queue, a job each minute sends what has no `mailed_at` yet.
cronAdd('mails', '* * * * *', () => {
  const { sendWaitingMails } = require(`${__hooks}/sendWaitingMails.js`);
  sendWaitingMails();
});
