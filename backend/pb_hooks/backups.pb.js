// Backups contain no credentials. A backend that restores a backup keeps its own account and address.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // If a backup fails, e.g. because the disk is full, PocketBase itself would keep the partial backup until its next start.
    $os.removeAll(`${$app.dataDir()}/.pb_temp_to_delete`);
    throw error;
  }
});
onBackupRestore((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  e.next();
});
