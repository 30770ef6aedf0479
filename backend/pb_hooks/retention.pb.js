// Nothing of a visitor is kept for longer than it is needed: old messages and finished deletion requests go at night.
cronAdd('retention', '30 2 * * *', () => {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - Number($os.getenv('MESSAGE_RETENTION_MONTHS') || '24'));
  const old = $dbx.exp('created < {:before}', { before: before.toISOString().replace('T', ' ') });
  for (const message of $app.findAllRecords('form_submits', old)) $app.delete(message);
  const done = $dbx.hashExp({ done: true });
  for (const request of $app.findAllRecords('micora_delete_requests', done)) $app.delete(request);
});
