// Exempts this machine from the rate limits. Its calls come from the site server's health checks and from the watcher.
// Visitors' calls never count as calls from this machine, see pb_hooks/limits.pb.js.
migrate((app) => {
  const settings = app.settings();
  settings.rateLimits.excludedIPs = ['127.0.0.1'];
  app.save(settings);
});
