/**
 * Removes the collection of a form, and its settings in `forms`. For use in a migration. It never removes what visitors have
 * sent.
 * @param {core.App} app the argument of the migration
 * @param {string} name the name of the collection
 * @throws Error if the form still has records; nothing is removed then
 */
function removeForm(app, name) {
  const form = app.findCollectionByNameOrId(name);
  const count = app.countRecords(form);
  if (count > 0) {
    throw new Error(
      `The form ${name} still has ${count === 1 ? 'one record' : `${count} records`}. Start the backend without this migration, handle the records, and delete them in the dashboard.`,
    );
  }
  app.delete(form);
}

module.exports = { removeForm };
