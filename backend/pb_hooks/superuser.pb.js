// The operator's account follows <dataDir>/superuser.json, which is written before the first start. Reading the
// password here keeps it off every command line and out of the environment, and there is never a moment without
// a superuser, in which PocketBase would print a link that makes one.
onBootstrap((e) => {
  e.next();
  const { email, password } = JSON.parse(toString($os.readFile(`${$app.dataDir()}/superuser.json`)));
  const [known] = $app.findAllRecords('_superusers', $dbx.hashExp({ email }));
  if (known?.validatePassword(password)) return;
  const superuser = known ?? new Record($app.findCollectionByNameOrId('_superusers'), { email });
  superuser.setPassword(password);
  $app.save(superuser);
});
