// PocketBase keeps a log of requests. What it would keep about a visitor (browser, referring page, a refused value
// repeated in the reason for a 400) is emptied before it is written; no address is kept, see the settings.
onModelCreate((e) => {
  const data = e.model.data;
  if (data.get('type') === 'request') {
    data.set('userAgent', '');
    data.set('referer', '');
    if (data.get('status') === 400) data.set('details', '');
  }
  e.next();
}, '_logs');
