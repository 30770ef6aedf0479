// The results of the backend's checks, each true or false. The site's server includes them in `GET /health`.
routerAdd('GET', '/api/health/duties', (e) => {
  const { findForms, findUnfinishedForms, hasField } = require(`${__hooks}/findForms.js`);
  const { isClosed } = require(`${__hooks}/limitForms.js`);
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const hoursAgo = (/** @type {number} */ hours) => Date.now() - hours * 3_600_000;
  const hasNone = (/** @type {core.Collection} */ form, /** @type {string} */ condition, hours = 0) => {
    const before = storedDate(new Date(hoursAgo(hours)));
    return $app.countRecords(form, $dbx.exp(condition, { before })) === 0;
  };
  const forms = findForms();
  const areSent = forms.every(
    (form) =>
      hasNone(form, "mailed_at = '' AND created < {:before}", 1) &&
      hasNone(form, "mailed_at = '' AND json_extract(mail_trouble, '$.refused') > 0"),
  );
  const formsWithDeadline = forms.filter((form) => hasField(form, 'due_at') && hasField(form, 'done'));
  // A new site has no backup before its first night. Until then, the site's creation time is used instead.
  const backupTimes = [$app.findCollectionByNameOrId('_superusers').created.time().unixMilli()];
  const files = $app.newBackupsFilesystem();
  for (const file of files.list('@auto_')) backupTimes.push(file.modTime.unixMilli());
  files.close();
  return e.json(200, {
    // Without a mail server, emails are expected to wait.
    mails: areSent || !$app.settings().smtp.enabled,
    forms: findUnfinishedForms().length === 0 && !forms.some(isClosed),
    backups: Math.max(...backupTimes) > hoursAgo(26),
    deadlines: formsWithDeadline.every((form) => hasNone(form, 'done = 0 AND due_at < {:before}')),
  });
});
