// Leaves the operator's password and the backend's address out of backups.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // If a backup fails, e.g. because the disk is full, PocketBase would otherwise keep the partial backup until its
    // next start.
    $os.removeAll(`${$app.dataDir()}/.pb_temp_to_delete`);
    throw error;
  }
});
// A backend that restores a backup keeps its own password and address.
onBackupRestore((e) => {
  e.exclude = [...e.exclude, 'superuser.json', 'address.json'];
  try {
    e.next();
  } catch (error) {
    // PocketBase responds to the operator before it begins the restore, so the response cannot report this failure.
    // `GET /health` reports the failure until the backend restarts. A successful restore also restarts the backend.
    $app.store().set('failedRestore', true);
    $app.logger().error('A backup was not restored', 'error', String(error));
    throw error;
  }
});

// A restore replaces each folder in the data directory, except `backups`. A mount point cannot be replaced. So this
// hook refuses the restore if a folder is a mount point.
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
