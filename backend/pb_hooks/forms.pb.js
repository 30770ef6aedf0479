// A form is a collection in which visitors may create records but not read them (findForms.js). Some fields are only for
// hooks and operators, and a visitor's values for these fields are discarded.
onRecordCreateRequest((e) => {
  const { isForm, hasField } = require(`${__hooks}/findForms.js`);
  if (!isForm(e.collection) || e.hasSuperuserAuth()) return e.next();
  for (const field of ['done', 'mailed_at', 'mail_attempts', 'mail_trouble']) {
    if (hasField(e.collection, field)) e.record.set(field, null);
  }
  return require(`${__hooks}/limitForms.js`).createUnlessLimited(e);
});

onRecordCreate((e) => {
  const { isForm, hasField, settingsOf } = require(`${__hooks}/findForms.js`);
  const form = e.record.collection();
  if (isForm(form) && hasField(form, 'due_at')) {
    const due = new Date(Date.now() + settingsOf(form).daysUntilDue * 86_400_000);
    e.record.set('due_at', require(`${__hooks}/storedDate.js`).storedDate(due));
  }
  e.next();
});

onCollectionAfterDeleteSuccess((e) => {
  e.next();
  const { name } = e.collection;
  if (name === 'forms') return;
  for (const row of e.app.findAllRecords('forms', $dbx.hashExp({ collection: name }))) e.app.delete(row);
});
