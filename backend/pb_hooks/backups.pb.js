// Backups contain no credentials. A backend that restores a backup keeps its own account and address.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // If a backup fails, e.g. because the disk is full, PocketBase itself would keep the partial backup until its next
    // start.
    $os.removeAll(`${$app.dataDir()}/.pb_temp_to_delete`);
    throw error;
  }
});
onBackupRestore((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // PocketBase has responded to the operator before the restore begins, so `GET /health` reports the failure instead.
    // It does so until the backend is restarted, which a successful restore also does.
    $app.store().set('failedRestore', true);
    $app.logger().error('A backup was not restored', 'error', String(error));
    throw error;
  }
});

// A restore replaces each folder of the data. A mount cannot be replaced, so this hook refuses a restore if a folder is
// a mount.
routerUse((e) => {
  const { method, url } = e.request;
  if (method !== 'POST' || !e.hasSuperuserAuth() || !/^\/api\/backups\/[^/]+\/restore$/.test(url.path))
    return e.next();
  const device = (/** @type {string} */ path) => /** @type {any} */ ($os.stat(path).sys()).dev;
  const home = $app.dataDir();
  const folders = $os.readDir(home).filter((entry) => entry.isDir() && entry.name() !== 'backups');
  const mount = folders.find((entry) => device(`${home}/${entry.name()}`) !== device(home));
  if (!mount) return e.next();
  throw new BadRequestError(
    `No backup can be restored, because the folder ${mount.name()} is a mount of its own. Stop the backend, unmount it, start the backend and restore again.`,
  );
});
