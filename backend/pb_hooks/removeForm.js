/**
 * Removes a form's collection, and its settings in the collection `forms`. For use in migrations.
 * @param {core.App} app the migration's argument
 * @param {string} name the name of the form's collection
 * @throws Error if the form still has records
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
