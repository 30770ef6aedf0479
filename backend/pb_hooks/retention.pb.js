// Nothing of a visitor is kept for longer than it is needed: old messages and finished deletion requests go at night.
cronAdd('retention', '30 2 * * *', () => {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - Number($os.getenv('MESSAGE_RETENTION_MONTHS') || '24'));
  const old = { before: before.toISOString().replace('T', ' ') };
  for (const message of $app.findRecordsByFilter('form_submits', 'created < {:before}', '', 0, 0, old)) {
    $app.delete(message);
  }
  for (const request of $app.findRecordsByFilter('micora_delete_requests', "done_at != ''", '', 0, 0)) {
    $app.delete(request);
  }
});
