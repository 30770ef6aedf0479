// PocketBase would log every request, by which one visitor could fill the disk. What is kept are requests that fail by
// a fault of ours (500 and more; 0 is a hook that broke), without the visitor's browser and referring page, and what
// PocketBase and the hooks log themselves. None of it is long. No address is kept, see the settings.
onModelCreate((e) => {
  const { data } = e.model;
  const status = data.get('status');
  // Without `next` it is not written.
  if (data.get('type') === 'request' && status > 0 && status < 500) return;
  e.model.message = e.model.message.slice(0, 300);
  for (const [name, value] of Object.entries(JSON.parse(data.string()))) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name === 'userAgent' || name === 'referer') data.set(name, '');
    else if (text.length > 300) data.set(name, text.slice(0, 300));
  }
  e.next();
}, '_logs');
