// Backups contain no credentials. A backend that restores one keeps its own account and address.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // Otherwise the partial backup would stay on the disk, which may be full, until the next start.
    $os.removeAll(`${$app.dataDir()}/.pb_temp_to_delete`);
    throw error;
  }
});
onBackupRestore((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  e.next();
});
