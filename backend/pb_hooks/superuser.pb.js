// The operator's account follows <dataDir>/superuser.json, which is written before the first start. Reading the
// password here keeps it off every command line and out of the environment, and there is never a moment without
// a superuser, in which PocketBase would print a link that makes one.
onBootstrap((e) => {
  e.next();
  const file = `${$app.dataDir()}/superuser.json`;
  let text;
  try {
    text = toString($os.readFile(file));
  } catch {
    return; // A command such as `migrate` on data that was not opened by startPocketBase.
  }
  const { email, password } = JSON.parse(text);
  let superuser;
  try {
    superuser = $app.findAuthRecordByEmail('_superusers', email);
  } catch {
    superuser = new Record($app.findCollectionByNameOrId('_superusers'));
    superuser.setEmail(email);
  }
  if (superuser.isNew() || !superuser.validatePassword(password)) {
    superuser.setPassword(password);
    $app.save(superuser);
  }
});
