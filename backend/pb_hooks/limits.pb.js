// PocketBase's rate limits (§7, see the settings) are to count a household or a server as one: it has 2^64 IPv6
// addresses, which differ in their second half. Whoever was sent on by the site's server never counts as this machine,
// from which the operator may sign in. This runs before everything else that asks for the address.
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

// PocketBase answers 429 without saying when to come back: at the latest after the window of its rule. Our own limits
// (limitForms.js) know it.
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

// The privacy notice promises that the counts are gone two hours later.
cronAdd('form-counts', '*/10 * * * *', () => require(`${__hooks}/limitForms.js`).forgetCounts());
