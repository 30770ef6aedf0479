// Whether all is well with what has to happen by itself: `GET /health` of the site's server asks for it. Yes or no.
routerAdd('GET', '/api/health/duties', (e) => {
  const hoursAgo = (/** @type {number} */ hours) => Date.now() - hours * 3_600_000;
  const isNone = (/** @type {string} */ collection, /** @type {string} */ what, hours = 0) => {
    const before = new Date(hoursAgo(hours)).toISOString().replace('T', ' ');
    return $app.countRecords(collection, $dbx.exp(`${what} < {:before}`, { before })) === 0;
  };
  const areSent = ['form_submits', 'micora_delete_requests'].every((queue) =>
    isNone(queue, "mailed_at = '' AND created", 1),
  );
  // A new site has no backup before its first night.
  const times = [$app.findCollectionByNameOrId('form_submits').created.time().unixMilli()];
  const files = $app.newBackupsFilesystem();
  for (const file of files.list('@auto_')) times.push(file.modTime.unixMilli());
  files.close();
  return e.json(200, {
    // Without a mail server they wait as they should.
    mails: areSent || !$app.settings().smtp.enabled,
    backups: Math.max(...times) > hoursAgo(26),
    deletions: isNone('micora_delete_requests', 'done = 0 AND due_at'),
  });
});
