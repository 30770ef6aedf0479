/** @returns the deletion requests that are not done and due within 7 days or overdue, most urgent first. */
function dueSoon() {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().replace('T', ' ');
  const filter = "done_at = '' && due_at <= {:inAWeek}";
  return $app.findRecordsByFilter('micora_delete_requests', filter, 'due_at', 0, 0, { inAWeek });
}

module.exports = { dueSoon };
