// Exempts calls from this machine from the rate limits: the health checks by the site's server, and the watcher's
// calls. Visitors' calls never count as calls from this machine (see pb_hooks/limits.pb.js).
migrate((app) => {
  const settings = app.settings();
  settings.rateLimits.excludedIPs = ['127.0.0.1'];
  app.save(settings);
});
