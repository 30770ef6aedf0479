// When a deletion request has to be done (§8: within 30 days, see pb_hooks/deletions.pb.js), and when it was.
migrate((app) => {
  const collection = app.findCollectionByNameOrId('micora_delete_requests');
  collection.fields.add(new Field(/** @type {any} */ ({ type: 'date', name: 'due_at', hidden: true })));
  collection.fields.add(new Field(/** @type {any} */ ({ type: 'date', name: 'done_at', hidden: true })));
  app.save(collection);
  app
    .db()
    .newQuery(
      "UPDATE micora_delete_requests SET due_at = strftime('%Y-%m-%d %H:%M:%fZ', created, '+30 days')",
    )
    .execute();
});
