/**
 * The rule for reading records. Everybody may read a published record. A request with one of the keys in `draft_keys`
 * may also read drafts. If the request also has an id, it may read no other draft than the one with that id.
 */
const RULE = `(draft = false || (${[
  "@request.headers.x_draft_key != '' && @collection.draft_keys.key ?= @request.headers.x_draft_key",
  "(@request.headers.x_draft_id = '' || @request.headers.x_draft_id = id)",
].join(' && ')}))`;

/**
 * Adds to a collection what editors need to prepare changes, for use in a migration. `draft` hides a record from
 * visitors, `publish_at` is the time at which it is published, and a draft with `replaces` is published in place of
 * another record. `replaced_at` is the time until which the content of a draft was public, and `preview` is the address
 * that shows the draft. `findDrafts` and drafts.pb.js do the rest.
 * @param {core.App} app the argument of the migration
 * @param {core.Collection} collection a collection that visitors may read. Its rules still apply, but visitors then only
 *   see published records
 */
function addDrafts(app, collection) {
  const add = (/** @type {core.Field} */ field) => {
    if (!collection.fields.getByName(field.getName())) collection.fields.add(field);
  };
  add(new BoolField({ name: 'draft' }));
  add(new DateField({ name: 'publish_at', hidden: true, help: 'When this draft becomes public.' }));
  add(new DateField({ name: 'replaced_at', hidden: true, help: 'This was public until then.' }));
  // The watcher makes the preview of a draft again when this field changes.
  add(new AutodateField({ name: 'updated', onCreate: true, onUpdate: true }));
  add(new TextField({ name: 'preview', hidden: true, help: 'The address that shows this draft.' }));
  // Anybody who knows the address of an unprotected file can read it, even if the rules hide its record.
  for (const field of collection.fields) if (field.type() === 'file') field.protected = true;
  for (const rule of /** @type {const} */ (['listRule', 'viewRule'])) {
    if (collection[rule] === null) continue;
    const own = String(collection[rule]);
    if (!own.includes(RULE)) collection[rule] = own === '' ? RULE : `(${own}) && ${RULE}`;
  }
  app.save(collection);
  add(
    new RelationField({
      name: 'replaces',
      collectionId: collection.id,
      maxSelect: 1,
      help: 'When this draft is published, it takes the place of this record.',
    }),
  );
  app.save(collection);
}

module.exports = { addDrafts };
