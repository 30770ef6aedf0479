// §8: "Your account and data will be permanently deleted within 30 days."
onRecordCreate((e) => {
  e.record.set('due_at', new Date(Date.now() + 30 * 86_400_000).toISOString().replace('T', ' '));
  e.next();
}, 'micora_delete_requests');
