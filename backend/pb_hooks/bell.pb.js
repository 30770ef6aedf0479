// Rings when something that pages show has changed, for whoever keeps them up to date (`npm run deploy -- watch`, see
// docs/decisions/7-pages-by-content.md): a record of any collection that visitors may read, but for PocketBase's own.
// It does not say what: drafts are nobody's business. PocketBase's own topic of a collection says nothing of records
// that visitors may not see, such as one that has just become a draft.
for (const onChange of [onRecordAfterCreateSuccess, onRecordAfterUpdateSuccess, onRecordAfterDeleteSuccess]) {
  onChange((e) => {
    e.next();
    const { system, listRule, viewRule } = e.record.collection();
    if (system || (listRule === null && viewRule === null)) return;
    const bell = new SubscriptionMessage({ name: 'content', data: '{}' });
    for (const client of Object.values($app.subscriptionsBroker().clients())) {
      if (client.hasSubscription('content')) client.send(bell);
    }
  });
}
