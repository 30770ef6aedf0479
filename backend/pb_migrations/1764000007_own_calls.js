// Exempts this machine from the visitor limits: health checks of the site's server, and the watcher. Visitors never count as
// this machine, see pb_hooks/limits.pb.js.
migrate((app) => {
  const settings = app.settings();
  settings.rateLimits.excludedIPs = ['127.0.0.1'];
  app.save(settings);
});
