/**
 * How many records of a form one network, and all visitors together, may create in an hour. PocketBase's own limits count
 * single visitors (see the settings). docs/operate.md explains the numbers.
 */
const MOST = { '/56': 50, '/48': 100, '/24': 100, all: 500 };

/** The number of bytes that a form may store in 24 hours. */
const BYTES = 20_000_000;

const HOUR = 3_600_000;

/**
 * Creates a visitor's record unless a limit of the form is reached. Only stored records count.
 * @param {core.RecordRequestEvent} e
 * @throws ApiError 429, with the seconds to wait in `retryAfter` of the event
 */
function countForm(e) {
  if (!$app.settings().rateLimits.enabled) return e.next();
  const { collection } = e;
  const keys = networksOf(e.realIP()).map(([network, most]) => [`${collection.id} ${network}`, most]);
  const wait = take(keys);
  if (wait > 0) refuse(e, wait);
  try {
    if (isFull(collection)) refuse(e, HOUR);
    e.next();
  } catch (error) {
    giveBack(keys);
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
        [`${address.slice(0, 17)}/56`, MOST['/56']],
        [`${address.slice(0, 14)}/48`, MOST['/48']],
      ]
    : [[`${address.replace(/\.\d+$/, '')}/24`, MOST['/24']]];
  return [...networks, ['all', MOST.all]];
}

/**
 * Counts one more record, under the store's lock. The stored object is replaced, not changed, because it may be being read.
 * @returns 0, or the milliseconds to wait; nothing is counted then
 */
function take(keys) {
  let wait = 0;
  $app.store().setFunc('form counts', (counts) => {
    const now = Date.now();
    const current = counts?.until > now ? counts : { until: now + HOUR };
    if (keys.some(([key, most]) => (current[key] ?? 0) >= most)) {
      wait = current.until - now;
      return current;
    }
    return { ...current, ...Object.fromEntries(keys.map(([key]) => [key, (current[key] ?? 0) + 1])) };
  });
  return wait;
}

/** Takes back the count of a record that was not stored. */
function giveBack(keys) {
  $app.store().setFunc('form counts', (counts) => {
    // A new hour may have begun meanwhile.
    const taken = keys.filter(([key]) => counts?.[key] > 0);
    return { ...counts, ...Object.fromEntries(taken.map(([key]) => [key, counts[key] - 1])) };
  });
}

/** Deletes the counts of a past hour. */
function forgetCounts() {
  $app.store().setFunc('form counts', (counts) => (counts?.until > Date.now() ? counts : null));
}

/**
 * Whether a form has stored as much as it may in a day. The database is the source, so a restart does not reset the limit,
 * and deleting the records of a flood reopens the form.
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
  const isSent = counts?.until > Date.now() && counts[`${form.id} all`] >= MOST.all;
  return $app.settings().rateLimits.enabled && (isSent || isFull(form));
}

/** @param {core.RecordRequestEvent} e @param {number} wait milliseconds */
function refuse(e, wait) {
  e.set('retryAfter', Math.ceil(wait / 1000));
  throw new TooManyRequestsError('Too many messages came in. Please write by mail.');
}

module.exports = { countForm, isClosed, forgetCounts };
