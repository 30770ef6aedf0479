// The backend's checks for `GET /health` of the site's server. Each is true or false.
routerAdd('GET', '/api/health/duties', (e) => {
  const { findForms, findUnfinishedForms, hasField } = require(`${__hooks}/findForms.js`);
  const { isClosed } = require(`${__hooks}/limitForms.js`);
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const hoursAgo = (/** @type {number} */ hours) => Date.now() - hours * 3_600_000;
  const isNone = (/** @type {core.Collection} */ form, /** @type {string} */ what, hours = 0) => {
    const before = storedDate(new Date(hoursAgo(hours)));
    return $app.countRecords(form, $dbx.exp(what, { before })) === 0;
  };
  const forms = findForms();
  const areSent = forms.every(
    (form) =>
      isNone(form, "mailed_at = '' AND created < {:before}", 1) &&
      isNone(form, "mailed_at = '' AND json_extract(mail_trouble, '$.refused') > 0"),
  );
  const dated = forms.filter((form) => hasField(form, 'due_at') && hasField(form, 'done'));
  // A new site has no backup until its first night.
  const times = [$app.findCollectionByNameOrId('_superusers').created.time().unixMilli()];
  const files = $app.newBackupsFilesystem();
  for (const file of files.list('@auto_')) times.push(file.modTime.unixMilli());
  files.close();
  return e.json(200, {
    // Without a mail server, mails wait on purpose.
    mails: areSent || !$app.settings().smtp.enabled,
    forms: findUnfinishedForms().length === 0 && !forms.some(isClosed),
    backups: Math.max(...times) > hoursAgo(26),
    deadlines: dated.every((form) => isNone(form, 'done = 0 AND due_at < {:before}')),
  });
});
