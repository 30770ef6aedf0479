// PocketBase listens only on this machine, and trusts calls that come from here: they may use the operator's account,
// and no rate limit applies to them. Two kinds of calls come from here on behalf of somebody else, and must not be
// trusted. This hook runs before all code that reads the address of a call.
routerUse(
  new Middleware((e) => {
    const { header, host } = e.request;
    // A call from a page of another origin that is open in a browser on this machine. The dashboard calls its own
    // origin. The host is checked as well, because a foreign name may resolve to this machine.
    const origin = header.get('Origin');
    const isDashboard = origin === `http://${host}` && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
    if (origin !== '' && !isDashboard)
      throw new ForbiddenError('Pages of other origins may not call the backend.');
    // A call from a visitor, whose address the site's server has written into this header. If the address looks like
    // this machine's, it is replaced, so that the call is not trusted.
    if (header.values('X-Real-IP').length > 0 && /^127\.|^(0000:){4}/.test(e.realIP()))
      header.set('X-Real-IP', '0.0.0.0');
    return e.next();
  }, -2000),
);

// Adds `Retry-After` to a 429, because PocketBase omits the header. The value is the longest possible wait, in seconds.
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
