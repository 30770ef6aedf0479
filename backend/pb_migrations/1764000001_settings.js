// Sets the dashboard's name, the rate limits per address, and the nightly backups. Operators may change these settings
// in the dashboard, but only migrations change collections.
migrate((app) => {
  const settings = app.settings();
  settings.meta.appName = 'Website backend';
  settings.meta.hideControls = true;
  settings.logs.logIP = false;
  // The site's server sets `X-Real-IP` to the visitor's address. PocketBase listens only on 127.0.0.1, so visitors
  // cannot set the header themselves.
  settings.trustedProxy.headers = ['X-Real-IP'];
  settings.trustedProxy.useLeftmostIP = false;
  // The operator's credentials work only on this machine, so nobody can use stolen credentials through the site.
  settings.superuserIPs = ['127.0.0.1', '::1'];
  // The limits are high enough for an office behind one address. Durations are in seconds. The first matching rule
  // applies, so the most specific rules come first. pb_hooks/limits.pb.js sets `Retry-After` in 429 responses.
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
  // The site has no sign-in (§6), but PocketBase's default collection `users` lets anyone sign up.
  app.delete(app.findCollectionByNameOrId('users'));
});
