// A backup holds the data and the files, no way in: where it is restored, the account of that place stays.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // What it had written so far would take space until the next start, on a disk that is full, say.
    $os.removeAll(`${$app.dataDir()}/.pb_temp_to_delete`);
    throw error;
  }
});
onBackupRestore((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  e.next();
});
