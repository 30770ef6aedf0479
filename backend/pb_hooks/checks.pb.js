// Responds with the result of each check, true or false. The site's server includes the results in `GET /health`.
routerAdd('GET', '/api/health/checks', (e) => {
  const { isClosed } = require(`${__hooks}/limitForms.js`);
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const { findDrafts, findDue } = require(`${__hooks}/findDrafts.js`);
  const hoursAgo = (/** @type {number} */ hours) => Date.now() - hours * 3_600_000;
  const forms = require(`${__hooks}/findForms.js`).findForms();
  const finished = forms.filter(({ isFinished }) => isFinished);
  // Every email to the operator also lists the emails that the mail server has refused. So the check `mails` ignores
  // records that are older than the last sent email.
  let lastSent = '';
  for (const { name } of finished) {
    const sent = new DynamicModel({ last: '' });
    $app.db().newQuery(`SELECT coalesce(max(mailed_at), '') AS last FROM {{${name}}}`).one(sent);
    if (sent.last > lastSent) lastSent = sent.last;
  }
  const hasNone = (
    /** @type {string} */ name,
    /** @type {string} */ condition,
    /** @type {object} */ values,
  ) => $app.countRecords(name, $dbx.exp(condition, values)) === 0;
  const late = { before: storedDate(new Date(hoursAgo(1))), lastSent };
  const isLate = "mailed_at = '' AND created < {:before} AND created > {:lastSent}";
  const now = storedDate(new Date());
  // A new site has no nightly backup yet, so the time of its creation counts as the time of a backup.
  const backupTimes = [$app.findCollectionByNameOrId('_superusers').created.time().unixMilli()];
  const files = $app.newBackupsFilesystem();
  for (const file of files.list('@auto_')) backupTimes.push(file.modTime.unixMilli());
  files.close();
  return e.json(200, {
    // Without a mail server, emails are expected to wait.
    mails: !$app.settings().smtp.enabled || finished.every(({ name }) => hasNone(name, isLate, late)),
    forms: forms.every(({ collection, isFinished }) => isFinished && !isClosed(collection)),
    backups: Math.max(...backupTimes) > hoursAgo(26) && !$app.store().has('failedRestore'),
    deadlines: forms.every(
      ({ name, hasDeadline }) => !hasDeadline || hasNone(name, 'done = 0 AND due_at < {:now}', { now }),
    ),
    // The job `publish` may take two minutes to publish a draft.
    drafts: findDrafts().every(
      (collection) => findDue(collection, new Date(Date.now() - 120_000)).length === 0,
    ),
  });
});
