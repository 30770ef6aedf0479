// Each night, removes visitors' data that is no longer needed: old records that are not open, and, where `remove_done` is
// set, all records that are done.
cronAdd('retention', '30 2 * * *', () => {
  const { findForms, findUnfinishedForms, hasField, settingsOf } = require(`${__hooks}/findForms.js`);
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const months = Number($os.getenv('MESSAGE_RETENTION_MONTHS') || '24');
  for (const name of findUnfinishedForms())
    $app
      .logger()
      .error('Nothing is removed from a form: its migration has to use saveForm', 'collection', name);
  for (const form of findForms()) {
    const { retentionMonths, removesDone } = settingsOf(form);
    const before = new Date();
    before.setUTCMonth(before.getUTCMonth() - (retentionMonths || months));
    const isOld = $dbx.exp('created < {:before}', { before: storedDate(before) });
    const isDone = $dbx.hashExp({ done: true });
    let which = isOld;
    if (hasField(form, 'done')) which = removesDone ? isDone : $dbx.and(isOld, isDone);
    for (const record of $app.findAllRecords(form, which)) $app.delete(record);
  }
});
