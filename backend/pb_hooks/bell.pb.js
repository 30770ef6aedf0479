// Notifies the watcher (`npm run deploy -- watch`, see docs/decisions/7-pages-by-content.md) when a record is created,
// updated or deleted in a collection that visitors may read. PocketBase's own collections are excluded. The message is
// empty, so it reveals nothing about drafts. PocketBase's own realtime topics are not enough, because they skip records
// that visitors cannot see, such as a new draft.
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
