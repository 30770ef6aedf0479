// Notifies the watcher (`npm run deploy -- watch`, see docs/decisions/7-pages-by-content.md) of every changed record in
// a collection that visitors may read, except in PocketBase's own collections. The message is empty, so drafts stay
// secret. PocketBase's own realtime topics are not enough, because they skip records that visitors cannot see, such as a
// new draft.
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
