// The dashboard's name, and request logs that hold no visitor's address.
migrate((app) => {
  const settings = app.settings();
  settings.meta.appName = 'Website backend';
  settings.logs.logIP = false;
  app.save(settings);
});
