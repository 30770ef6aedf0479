/**
 * How many records of a form may be created in an hour: from a network, by its prefix length, and from all visitors together.
 * PocketBase's own limits count single visitors (see the settings). docs/operate.md explains the numbers.
 */
const HOURLY_LIMITS = { '/56': 50, '/48': 100, '/24': 100, all: 500 };

/** The number of bytes that a form may store in 24 hours. */
const BYTES = 20_000_000;

const HOUR = 3_600_000;

/**
 * Creates a visitor's record unless a limit of the form is reached. Only stored records count.
 * @param {core.RecordRequestEvent} e
 * @throws ApiError 429; the event's `retryAfter` then contains the seconds to wait
 */
function createUnlessLimited(e) {
  if (!$app.settings().rateLimits.enabled) return e.next();
  const { collection } = e;
  const limits = networksOf(e.realIP()).map(({ network, limit }) => ({
    key: `${collection.id} ${network}`,
    limit,
  }));
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
 * @param {string} address in PocketBase's format: IPv6 in full
 * @returns the networks that contain it, with the hourly limit of each
 */
function networksOf(address) {
  const networks = address.includes(':')
    ? [
        { network: `${address.slice(0, 17)}/56`, limit: HOURLY_LIMITS['/56'] },
        { network: `${address.slice(0, 14)}/48`, limit: HOURLY_LIMITS['/48'] },
      ]
    : [{ network: `${address.replace(/\.\d+$/, '')}/24`, limit: HOURLY_LIMITS['/24'] }];
  return [...networks, { network: 'all', limit: HOURLY_LIMITS.all }];
}

/**
 * Counts one more record, under the store's lock. Replaces the stored object instead of changing it, because another request
 * may be reading it.
 * @param {{ key: string, limit: number }[]} limits
 * @returns 0, or the milliseconds to wait if a limit has been reached; nothing is counted then
 */
function countOneMore(limits) {
  let wait = 0;
  $app.store().setFunc('form counts', (counts) => {
    const now = Date.now();
    const current = counts?.until > now ? counts : { until: now + HOUR };
    if (limits.some(({ key, limit }) => (current[key] ?? 0) >= limit)) {
      wait = current.until - now;
      return current;
    }
    const next = { ...current };
    for (const { key } of limits) next[key] = (current[key] ?? 0) + 1;
    return next;
  });
  return wait;
}

/**
 * Uncounts a record that was not stored.
 * @param {{ key: string }[]} limits
 */
function uncount(limits) {
  $app.store().setFunc('form counts', (counts) => {
    const next = { ...counts };
    for (const { key } of limits) {
      // If a new hour has begun meanwhile, its counts do not include the record.
      if (next[key] > 0) next[key] -= 1;
    }
    return next;
  });
}

/** Deletes the counts of a past hour. */
function forgetCounts() {
  $app.store().setFunc('form counts', (counts) => (counts?.until > Date.now() ? counts : null));
}

/**
 * Whether a form has reached its daily limit of bytes. They are counted in the database, so a restart does not reset the
 * limit, and deleting the records of a flood reopens the form.
 * @param {core.Collection} form
 */
function isFull(form) {
  if (!form.fields.fieldNames().includes('created')) return false;
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const since = storedDate(new Date(Date.now() - 24 * HOUR));
  const bytes = form.fields.fieldNames().map((name) => `coalesce(octet_length([[${name}]]), 0)`);
  const stored = new DynamicModel({ bytes: 0 });
  $app
    .db()
    .newQuery(
      `SELECT coalesce(sum(${bytes.join(' + ')}), 0) AS bytes FROM {{${form.name}}} WHERE created > {:since}`,
    )
    .bind({ since })
    .one(stored);
  return stored.bytes >= BYTES;
}

/**
 * Whether a form refuses all visitors at the moment.
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
