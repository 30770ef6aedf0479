// Against robots (§7): PocketBase's own rate limits, see the settings; a cap for the day; a cap on the size of a body.
// None of them applies to the operator.

// A request that came through a proxy never counts as loopback, from which the operator may sign in. This runs before
// everything else that asks for the address.
routerUse(
  new Middleware((e) => {
    const { header } = e.request;
    if (header.values('X-Real-IP').length > 0) {
      const { visitorOf } = require(`${__hooks}/visitorOf.js`);
      header.set('X-Real-IP', visitorOf(e.realIP()));
    }
    return e.next();
  }, -2000),
);

// PocketBase answers 429 without saying when to come back. Its longest window is a minute.
routerUse(
  new Middleware((e) => {
    try {
      return e.next();
    } catch (thrown) {
      const error = /** @type {{ value?: ApiError }} */ (thrown);
      const header = e.response.header();
      if (error?.value?.status === 429 && header.get('Retry-After') === '') header.set('Retry-After', '60');
      throw thrown;
    }
  }, -1015),
);

// 128 KB are more than the largest valid form: 5000 code points, each written as an escaped surrogate pair. Who has
// signed in is known by now (-1020); PocketBase's own limit, 32 MB, comes next (-990).
routerUse(new Middleware((e) => (e.auth ? e.next() : $apis.bodyLimit(128 * 1024).func(e)), -995));

onRecordCreateRequest(
  (e) => {
    if (!e.hasSuperuserAuth() && $os.getenv('BACKEND_LIMITS') !== 'off') {
      const { isOverDailyCap, secondsUntilTomorrow } = require(`${__hooks}/dailyCap.js`);
      if (isOverDailyCap(e.realIP())) {
        // PocketBase's types promise `e.response`, which is not there.
        const { response } = /** @type {any} */ (e).requestEvent;
        response.header().set('Retry-After', String(secondsUntilTomorrow()));
        throw e.tooManyRequestsError('Too many requests today.', {});
      }
    }
    e.next();
  },
  'form_submits',
  'micora_delete_requests',
);
