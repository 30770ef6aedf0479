// A backup contains no credentials. Where it is restored, the account of that place remains.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // The partial backup would take up space until the next start, possibly on a full disk.
    $os.removeAll(`${$app.dataDir()}/.pb_temp_to_delete`);
    throw error;
  }
});
onBackupRestore((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  e.next();
});
