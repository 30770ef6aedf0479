// The dashboard's name, what the backend allows one address, and the nightly backups. All of it can be changed there,
// but no collection: that is for migrations.
migrate((app) => {
  const settings = app.settings();
  settings.meta.appName = 'Website backend';
  settings.meta.hideControls = true;
  settings.logs.logIP = false;
  // The site's server writes this header itself. PocketBase listens on 127.0.0.1 alone: nobody else's is ever read.
  settings.trustedProxy.headers = ['X-Real-IP'];
  settings.trustedProxy.useLeftmostIP = false;
  // The operator's account cannot be used through the site, not even by a thief.
  settings.superuserIPs = ['127.0.0.1', '::1'];
  // An office behind one address is many people. Seconds. The first rule that fits decides, hence from the special to
  // the general. What a form's 429 says of the time to wait is in pb_hooks/limits.pb.js.
  settings.rateLimits.rules = /** @type {any} */ ([
    { label: 'form_submits:create', audience: '', duration: 3600, maxRequests: 20 },
    { label: 'micora_delete_requests:create', audience: '', duration: 3600, maxRequests: 10 },
    { label: '*:auth', audience: '', duration: 30, maxRequests: 10 },
    { label: '/api/files/', audience: '', duration: 10, maxRequests: 1000 },
    { label: '/api/', audience: '', duration: 10, maxRequests: 300 },
  ]);
  settings.rateLimits.enabled = true;
  settings.backups.cron = '0 3 * * *';
  settings.backups.cronMaxKeep = 14;
  app.save(settings);
  // The site has no sign-in (§6), but PocketBase comes with a collection that anyone may sign up to.
  app.delete(app.findCollectionByNameOrId('users'));
});
