/**
 * The rule for reading the records of a collection with drafts. Everybody may read published records. A request with
 * the header `X-Draft-Key` may also read drafts if the header contains a key from `draft_keys`. If the request also has
 * the header `X-Draft-Id`, the only draft that it may read is the one with that id.
 */
const RULE = `(draft = false || (${[
  "@request.headers.x_draft_key != '' && @collection.draft_keys.key ?= @request.headers.x_draft_key",
  "(@request.headers.x_draft_id = '' || @request.headers.x_draft_id = id)",
].join(' && ')}))`;

/**
 * Adds the fields with which editors prepare changes as drafts, and hides drafts from visitors. For use in migrations.
 * The hooks in drafts.pb.js act on these fields:
 *
 * - `draft`: whether the record is a draft
 * - `publish_at`: when the draft is to be published
 * - `replaces`: the record in whose place the draft is published
 * - `replaced_at`: until when the draft's content was public
 * - `preview`: the address that shows the draft
 *
 * @param {core.App} app the migration's argument
 * @param {core.Collection} collection a collection that visitors may read. Its own rules continue to apply
 */
function addDrafts(app, collection) {
  const add = (/** @type {core.Field} */ field) => {
    if (!collection.fields.getByName(field.getName())) collection.fields.add(field);
  };
  add(new BoolField({ name: 'draft' }));
  add(new DateField({ name: 'publish_at', hidden: true, help: 'When this draft becomes public.' }));
  add(new DateField({ name: 'replaced_at', hidden: true, help: 'This was public until then.' }));
  // The watcher makes the draft's preview again when this field changes.
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
