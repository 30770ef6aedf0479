/**
 * Removes a form's collection and its settings in `forms`, for use in a migration. A form that still has records is not
 * removed.
 * @param {core.App} app the argument of the migration
 * @param {string} name the name of the collection
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
