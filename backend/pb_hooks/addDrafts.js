/**
 * Gives a collection what an editor needs to prepare changes, for use in a migration: `draft` hides a record from visitors,
 * and `publish_at` publishes it at a time. `findDrafts` and drafts.pb.js do the rest.
 * @param {core.App} app the argument of the migration
 * @param {core.Collection} collection visitors may read it. Its rules then apply to published records only
 */
function addDrafts(app, collection) {
  const add = (/** @type {core.Field} */ field) => {
    if (!collection.fields.getByName(field.getName())) collection.fields.add(field);
  };
  add(new BoolField({ name: 'draft' }));
  add(new DateField({ name: 'publish_at', hidden: true, help: 'When this draft becomes public.' }));
  for (const rule of /** @type {const} */ (['listRule', 'viewRule'])) {
    const own = collection[rule];
    if (own !== null && !own.includes('draft = false'))
      collection[rule] = own === '' ? 'draft = false' : `(${own}) && draft = false`;
  }
  app.save(collection);
}

module.exports = { addDrafts };
