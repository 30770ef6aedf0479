// Handles visitors' submissions of forms. A form is a collection in which visitors may create records but not read them
// (findForms.js). Refuses the submission if the form is closed. Discards values for fields that only hooks and
// operators may set, and cleans the visitor's text.
onRecordCreateRequest((e) => {
  const { isForm } = require(`${__hooks}/findForms.js`);
  if (!isForm(e.collection) || e.hasSuperuserAuth()) return e.next();
  const { cleanText } = require(`${__hooks}/cleanText.js`);
  if (require(`${__hooks}/limitForms.js`).isClosed(e.collection))
    throw new TooManyRequestsError('Too many messages have arrived. Please send an email instead.');
  const notFromVisitors = ['done', 'mailed_at', 'mail_attempts', 'mail_next', 'mail_error'];
  for (const field of e.collection.fields) {
    const name = field.getName();
    if (notFromVisitors.includes(name)) e.record.set(name, null);
    else if (['text', 'email'].includes(field.type()) && name !== 'id')
      e.record.set(name, cleanText(e.record.getString(name)));
  }
  return e.next();
});

onRecordCreate((e) => {
  const { isForm, readForm } = require(`${__hooks}/findForms.js`);
  const collection = e.record.collection();
  const form = isForm(collection) ? readForm(collection) : undefined;
  if (form?.hasDeadline) {
    const due = new Date(Date.now() + form.daysUntilDue * 86_400_000);
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
