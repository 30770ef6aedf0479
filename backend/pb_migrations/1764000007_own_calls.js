// What comes from this machine itself has no limit of a visitor: the site's server that asks how the backend is, and the
// watcher. Visitors never count as this machine, see pb_hooks/limits.pb.js.
migrate((app) => {
  const settings = app.settings();
  settings.rateLimits.excludedIPs = ['127.0.0.1'];
  app.save(settings);
});
