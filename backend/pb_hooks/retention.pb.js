// Each night, removes visitors' records whose retention period has ended. In a form with the field `done`, only done records
// are removed. If the form's setting `remove_done` is on, done records are removed whatever their age.
cronAdd('retention', '30 2 * * *', () => {
  const { findForms, findUnfinishedForms, hasField, settingsOf } = require(`${__hooks}/findForms.js`);
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const months = Number($os.getenv('MESSAGE_RETENTION_MONTHS') || '24');
  for (const name of findUnfinishedForms())
    $app
      .logger()
      .error(
        'Old records of a form are not removed, because its migration does not use saveForm',
        'collection',
        name,
      );
  for (const form of findForms()) {
    const { retentionMonths, removesDone } = settingsOf(form);
    const before = new Date();
    before.setUTCMonth(before.getUTCMonth() - (retentionMonths || months));
    const isOld = $dbx.exp('created < {:before}', { before: storedDate(before) });
    const isDone = $dbx.hashExp({ done: true });
    let condition = isOld;
    if (hasField(form, 'done')) condition = removesDone ? isDone : $dbx.and(isOld, isDone);
    for (const record of $app.findAllRecords(form, condition)) $app.delete(record);
  }
});
