// Without this hook, PocketBase would log every request, so a visitor could fill the disk. The hook keeps only messages
// from PocketBase and the hooks, and requests that failed through our fault (status 500 and above, or 0 for a broken
// hook). It shortens long entries, and removes the visitor's user agent and referrer. The settings keep IP addresses
// out of the log.
onModelCreate((e) => {
  const { data } = e.model;
  const status = data.get('status');
  // Returning without `e.next()` discards the entry.
  if (data.get('type') === 'request' && status > 0 && status < 500) return;
  e.model.message = e.model.message.slice(0, 300);
  for (const [name, value] of Object.entries(JSON.parse(data.string()))) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name === 'userAgent' || name === 'referer') data.set(name, '');
    else if (text.length > 300) data.set(name, text.slice(0, 300));
  }
  e.next();
}, '_logs');
