// PocketBase listens only on this machine, and trusts calls from this machine: they may use the operator's account, and
// no rate limit applies to them. But two kinds of calls come from this machine on behalf of somebody else, and must not
// be trusted. This hook runs before any code that reads a call's address.
routerUse(
  new Middleware((e) => {
    const { header, host } = e.request;
    // The first kind: calls that a page of another origin sends from a browser on this machine. The dashboard calls its
    // own origin, which is allowed. The host is checked as well, because a stranger's domain may resolve to this
    // machine.
    const origin = header.get('Origin');
    const isDashboard = origin === `http://${host}` && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
    if (origin !== '' && !isDashboard)
      throw new ForbiddenError('Pages of other origins may not call the backend.');
    // The second kind: calls from visitors, whose addresses the site's server writes to this header. An address that
    // looks like this machine's is replaced, so that the call is not trusted.
    if (header.values('X-Real-IP').length > 0 && /^127\.|^(0000:){4}/.test(e.realIP()))
      header.set('X-Real-IP', '0.0.0.0');
    return e.next();
  }, -2000),
);

// PocketBase omits `Retry-After` in 429 responses. This hook adds it, with the longest possible wait in seconds.
routerUse(
  new Middleware((e) => {
    try {
      return e.next();
    } catch (thrown) {
      const { status } = /** @type {{ value?: ApiError }} */ (thrown).value ?? {};
      if (status === 429) e.response.header().set('Retry-After', e.request.method === 'POST' ? '3600' : '10');
      throw thrown;
    }
  }, -1015),
);
