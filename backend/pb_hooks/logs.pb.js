// PocketBase would log every request, by which one visitor could fill the disk. What is kept are requests that fail by
// a fault of ours (500 and more; 0 is a hook that broke), without the visitor's browser and referring page, and what
// PocketBase and the hooks log themselves. None of it is long. No address is kept, see the settings.
onModelCreate((e) => {
  const LONGEST = 300;
  const log = e.model;
  if (log.data.get('type') === 'request') {
    const status = log.data.get('status');
    // Without `next` it is not written.
    if (status > 0 && status < 500) return;
    log.data.set('userAgent', '');
    log.data.set('referer', '');
  }
  log.message = log.message.slice(0, LONGEST);
  for (const [name, value] of Object.entries(JSON.parse(log.data.string()))) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length > LONGEST) log.data.set(name, text.slice(0, LONGEST));
  }
  e.next();
}, '_logs');
