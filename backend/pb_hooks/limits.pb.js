// PocketBase's rate limits (§7, see the settings) count requests by address. A household or a server has 2^64 IPv6 addresses,
// which differ only in their second half. This hook removes the second half, so that all of them count as one visitor. It also
// ensures that a request forwarded by the site's server never seems to come from this machine, because requests from this
// machine may use the operator's account. It runs before all code that reads the address.
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

// Adds `Retry-After` to a 429, because PocketBase omits the header. The value is the exact wait for our own limits
// (limitForms.js), and the longest possible wait for PocketBase's limits.
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

// The privacy notice promises that the counts of records per network are deleted after two hours.
cronAdd('form-counts', '*/10 * * * *', () => require(`${__hooks}/limitForms.js`).forgetCounts());
