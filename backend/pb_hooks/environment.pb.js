// Environment variables (src/checkEnvironment.ts) override the stored settings. Their values stay in memory, so the
// mail server's password never reaches the database or a backup.
onSettingsReload((e) => {
  e.next();
  const settings = $app.settings();
  if ($os.getenv('BACKEND_LIMITS') === 'off') settings.rateLimits.enabled = false;
  if ($os.getenv('SMTP_HOST') === '') return;
  const tls = $os.getenv('SMTP_TLS') === 'on';
  settings.smtp.enabled = true;
  settings.smtp.host = $os.getenv('SMTP_HOST');
  settings.smtp.tls = tls;
  settings.smtp.port = Number($os.getenv('SMTP_PORT') || (tls ? '465' : '587'));
  settings.smtp.username = $os.getenv('SMTP_USER');
  settings.smtp.password = $os.getenv('SMTP_PASSWORD');
  settings.meta.senderAddress = $os.getenv('MAIL_FROM') || $os.getenv('OPERATOR_EMAIL');
  settings.meta.senderName = settings.meta.appName;
  // Some mail servers refuse `localhost`, the name that PocketBase sends in EHLO by default.
  settings.smtp.localName = $os.getenv('SMTP_EHLO') || settings.meta.senderAddress.split('@')[1];
});

// Without this hook, saving the settings would also store the mail server's credentials from the environment, and leave
// the rate limits switched off. After the save, PocketBase reloads the settings, and the hook above applies the
// environment again.
onModelUpdate((e) => {
  const { rateLimits, smtp } = e.model;
  if ($os.getenv('BACKEND_LIMITS') === 'off') rateLimits.enabled = true;
  if ($os.getenv('SMTP_HOST') !== '') {
    const unset = { enabled: false, host: 'smtp.example.com', username: '', password: '' };
    Object.assign(smtp, { ...unset, authMethod: 'PLAIN', localName: '' });
  }
  e.next();
}, '_params');
