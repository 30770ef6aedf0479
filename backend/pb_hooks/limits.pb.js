// Against robots (§7): PocketBase's own rate limits, see the settings; a cap for the day; a cap on the size of a body.
// None of them concerns the operator.

// Whatever a proxy says, or fails to say, is never loopback, which the operator's account trusts. Before all else
// that asks for the address.
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
    } catch (error) {
      const header = e.response.header();
      if (error?.value?.status === 429 && header.get('Retry-After') === '') header.set('Retry-After', '60');
      throw error;
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
        e.requestEvent.response.header().set('Retry-After', String(secondsUntilTomorrow()));
        throw e.tooManyRequestsError('Too many requests today.', {});
      }
    }
    e.next();
  },
  'form_submits',
  'micora_delete_requests',
);
