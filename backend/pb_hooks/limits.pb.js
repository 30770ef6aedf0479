// Makes PocketBase's rate limits (§7, see the settings) count a household or a server as one visitor. A household has 2^64
// IPv6 addresses, which differ only in their second half, so this removes the second half. A request that the site's server
// forwards never counts as a call from this machine, where the operator may sign in. Runs before all code that reads the
// address.
routerUse(
  new Middleware((e) => {
    const { header } = e.request;
    if (header.values('X-Real-IP').length > 0) {
      const visitor = e.realIP().replace(/^((?:\w{4}:){4}).*$/, '$1:');
      header.set('X-Real-IP', /^127\.|^[0:]+$/.test(visitor) ? '0.0.0.0' : visitor);
    }
    return e.next();
  }, -2000),
);

// Adds `Retry-After` to a 429, because PocketBase omits the header. PocketBase's own limits get the longest possible wait.
// Our limits (limitForms.js) get the exact wait.
routerUse(
  new Middleware((e) => {
    try {
      return e.next();
    } catch (thrown) {
      const { status } = /** @type {{ value?: ApiError }} */ (thrown).value ?? {};
      const seconds = e.get('retryAfter') ?? (e.request.method === 'POST' ? 3600 : 10);
      if (status === 429) e.response.header().set('Retry-After', String(seconds));
      throw thrown;
    }
  }, -1015),
);

// The privacy notice promises that the counts are deleted after two hours.
cronAdd('form-counts', '*/10 * * * *', () => require(`${__hooks}/limitForms.js`).forgetCounts());
