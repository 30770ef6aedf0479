/**
 * The maximum numbers of records that a form accepts in an hour: from one network, by the length of the network's prefix, and
 * from all visitors together (`all`). PocketBase's own limits apply to each visitor (see the settings). docs/operate.md
 * explains the numbers.
 */
const HOURLY_LIMITS = { '/56': 50, '/48': 100, '/24': 100, all: 500 };

/** The maximum number of bytes that a form may store in 24 hours. */
const BYTES = 20_000_000;

const HOUR = 3_600_000;

/**
 * An hourly limit of one form.
 * @typedef {object} Limit
 * @property {string} key the form's id, followed by a network or `all`
 * @property {number} limit the maximum number of records
 */

/**
 * Creates a visitor's record unless a limit of the form is reached. A record that cannot be stored does not count towards the
 * limits.
 * @param {core.RecordRequestEvent} e
 * @throws ApiError 429; the event's `retryAfter` then contains the seconds to wait
 */
function createUnlessLimited(e) {
  if (!$app.settings().rateLimits.enabled) return e.next();
  const { collection } = e;
  const limits = limitsOf(collection, e.realIP());
  const wait = countOneMore(limits);
  if (wait > 0) refuse(e, wait);
  try {
    if (isFull(collection)) refuse(e, HOUR);
    e.next();
  } catch (error) {
    uncount(limits);
    throw error;
  }
}

/**
 * The limits that apply to a visitor: one for each network that contains the address, and one for all visitors together.
 * @param {core.Collection} form
 * @param {string} address in PocketBase's format: IPv6 in full
 */
function limitsOf(form, address) {
  /** @type {Limit[]} */
  const limits = [];
  const add = (/** @type {string} */ counted, /** @type {number} */ limit) =>
    limits.push({ key: `${form.id} ${counted}`, limit });
  if (address.includes(':')) {
    add(`${address.slice(0, 17)}/56`, HOURLY_LIMITS['/56']);
    add(`${address.slice(0, 14)}/48`, HOURLY_LIMITS['/48']);
  } else {
    add(`${address.replace(/\.\d+$/, '')}/24`, HOURLY_LIMITS['/24']);
  }
  add('all', HOURLY_LIMITS.all);
  return limits;
}

/**
 * Counts one more record while holding the lock of PocketBase's store. Another request may be reading the stored counts, so
 * this function stores a new object and never changes the old one.
 * @param {Limit[]} limits
 * @returns 0 if the record was counted, otherwise the milliseconds to wait
 */
function countOneMore(limits) {
  let wait = 0;
  $app.store().setFunc('form counts', (counts) => {
    const now = Date.now();
    const isCurrent = counts?.until > now;
    const current = isCurrent ? counts : { until: now + HOUR };
    const isReached = limits.some(({ key, limit }) => (current[key] ?? 0) >= limit);
    if (isReached) {
      wait = current.until - now;
      return current;
    }
    const increased = { ...current };
    for (const { key } of limits) increased[key] = (current[key] ?? 0) + 1;
    return increased;
  });
  return wait;
}

/**
 * Undoes the counting of a record that was not stored.
 * @param {Limit[]} limits
 */
function uncount(limits) {
  $app.store().setFunc('form counts', (counts) => {
    const decreased = { ...counts };
    for (const { key } of limits) {
      // A new hour may have begun since the record was counted, so the count may be zero.
      if (counts?.[key] > 0) decreased[key] = counts[key] - 1;
    }
    return decreased;
  });
}

/** Deletes the counts of a past hour. */
function forgetCounts() {
  $app.store().setFunc('form counts', (counts) => (counts?.until > Date.now() ? counts : null));
}

/**
 * Whether a form has reached its daily limit of bytes. The bytes are counted in the database. A restart therefore does not
 * reset the limit, and deleting the records of a flood reopens the form.
 * @param {core.Collection} form
 */
function isFull(form) {
  const fields = form.fields.fieldNames();
  if (!fields.includes('created')) return false;
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const since = storedDate(new Date(Date.now() - 24 * HOUR));
  const size = fields.map((name) => `coalesce(octet_length([[${name}]]), 0)`).join(' + ');
  const stored = new DynamicModel({ bytes: 0 });
  $app
    .db()
    .newQuery(`SELECT coalesce(sum(${size}), 0) AS bytes FROM {{${form.name}}} WHERE created > {:since}`)
    .bind({ since })
    .one(stored);
  return stored.bytes >= BYTES;
}

/**
 * Whether a form currently refuses all visitors.
 * @param {core.Collection} form
 */
function isClosed(form) {
  const counts = $app.store().get('form counts');
  const isLimitReached = counts?.until > Date.now() && counts[`${form.id} all`] >= HOURLY_LIMITS.all;
  return $app.settings().rateLimits.enabled && (isLimitReached || isFull(form));
}

/** @param {core.RecordRequestEvent} e @param {number} wait milliseconds */
function refuse(e, wait) {
  e.set('retryAfter', Math.ceil(wait / 1000));
  throw new TooManyRequestsError('Too many messages have arrived. Please send an email instead.');
}

module.exports = { createUnlessLimited, isClosed, forgetCounts };
