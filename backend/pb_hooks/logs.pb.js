// PocketBase would log every request, so a visitor could fill the disk. Only these are kept, shortened: requests that fail
// through a fault of ours (500 and above; 0 is a broken hook), without the visitor's browser and referrer, and messages of
// PocketBase and the hooks. No IP address is kept, see the settings.
onModelCreate((e) => {
  const { data } = e.model;
  const status = data.get('status');
  // Without `next` the entry is not written.
  if (data.get('type') === 'request' && status > 0 && status < 500) return;
  e.model.message = e.model.message.slice(0, 300);
  for (const [name, value] of Object.entries(JSON.parse(data.string()))) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name === 'userAgent' || name === 'referer') data.set(name, '');
    else if (text.length > 300) data.set(name, text.slice(0, 300));
  }
  e.next();
}, '_logs');
