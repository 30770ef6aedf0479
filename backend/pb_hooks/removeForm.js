/**
 * Removes the collection of a form, for a migration, with its settings in `forms`. What visitors have sent is never
 * removed with it.
 * @param {core.App} app as the migration gets it
 * @param {string} name of the collection
 * @throws Error if it still has records; nothing is removed then
 */
function removeForm(app, name) {
  const form = app.findCollectionByNameOrId(name);
  const left = app.countRecords(form);
  if (left > 0) {
    throw new Error(
      `The form ${name} still has ${left === 1 ? 'one record' : `${left} records`}. Start the backend without this migration, deal with them, and delete them in the dashboard.`,
    );
  }
  app.delete(form);
}

module.exports = { removeForm };
