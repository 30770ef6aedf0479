// Each night, removes submissions whose retention period has ended. If a form has the field `done`, only submissions
// that are marked as done are removed. If the form's setting `remove_done` is on, those submissions are removed at any
// age.
cronAdd('retention', '30 2 * * *', () => {
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const months = Number($os.getenv('MESSAGE_RETENTION_MONTHS') || '24');
  for (const form of require(`${__hooks}/findForms.js`).findForms()) {
    const { collection, name, isFinished, retentionMonths, removesDone } = form;
    if (!isFinished) {
      const why = 'Old records of a form are not removed, because its migration does not use saveForm';
      $app.logger().error(why, 'collection', name);
      continue;
    }
    const before = new Date();
    before.setUTCMonth(before.getUTCMonth() - (retentionMonths || months));
    const isOld = $dbx.exp('created < {:before}', { before: storedDate(before) });
    const isDone = $dbx.hashExp({ done: true });
    let condition = isOld;
    if (collection.fields.fieldNames().includes('done'))
      condition = removesDone ? isDone : $dbx.and(isOld, isDone);
    for (const record of $app.findAllRecords(collection, condition)) $app.delete(record);
  }
});
