// A backup holds the data and the files, no way in: the operator's account is made anew where it is restored.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  e.next();
});
