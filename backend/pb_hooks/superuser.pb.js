// Sets up the operator's account from <dataDir>/superuser.json, which is written before the first start. Reading a file
// keeps the password off the command line and out of the environment. Because a superuser always exists, PocketBase
// never prints a link for creating one.
onBootstrap((e) => {
  e.next();
  const { email, password } = JSON.parse(toString($os.readFile(`${$app.dataDir()}/superuser.json`)));
  const [known] = $app.findAllRecords('_superusers', $dbx.hashExp({ email }));
  if (known?.validatePassword(password)) return;
  const superuser = known ?? new Record($app.findCollectionByNameOrId('_superusers'), { email });
  superuser.setPassword(password);
  $app.save(superuser);
});
