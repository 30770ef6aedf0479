// What the backend allows one address, whose word on the address counts, the nightly backups, and no button in the
// dashboard that changes a collection: that is for migrations. The values can be changed in the dashboard.
migrate((app) => {
  const settings = app.settings();
  // The proxy writes this header itself. PocketBase listens on 127.0.0.1 alone, so nobody else's is ever read.
  settings.trustedProxy.headers = ['X-Real-IP'];
  settings.trustedProxy.useLeftmostIP = false;
  // The operator's account cannot be used through the proxy, not even by a thief.
  settings.superuserIPs = ['127.0.0.1', '::1'];
  // An office behind one address is many people. Seconds. The first rule that fits decides, hence from the special to the general.
  settings.rateLimits.rules = /** @type {any} */ ([
    { label: 'form_submits:create', audience: '', duration: 60, maxRequests: 20 },
    { label: 'micora_delete_requests:create', audience: '', duration: 60, maxRequests: 10 },
    { label: '*:auth', audience: '', duration: 30, maxRequests: 10 },
    { label: '/api/files/', audience: '', duration: 10, maxRequests: 1000 },
    { label: '/api/', audience: '', duration: 10, maxRequests: 300 },
  ]);
  settings.rateLimits.enabled = true;
  settings.meta.hideControls = true;
  settings.backups.cron = '0 3 * * *';
  settings.backups.cronMaxKeep = 14;
  app.save(settings);
});
