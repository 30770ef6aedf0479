/**
 * How many submissions a form accepts per hour, from all visitors together. PocketBase's rate limits apply to each
 * visitor separately. Even a successful campaign does not reach 500: if one in fifty visitors submits the form, that
 * takes 25,000 visitors an hour.
 */
const RECORDS = 500;

/**
 * How many bytes a form accepts in 24 hours, from all visitors together. If two forms are flooded day and night, the
 * database grows by 40 MB a day.
 */
const BYTES = 20_000_000;

/**
 * Whether a form has reached a limit, and therefore refuses all submissions. The stored records are counted, so a
 * restart does not reset the limits, and the form reopens when the records of a flood are deleted.
 * @param {core.Collection} form
 */
function isClosed(form) {
  const { hasField } = require(`${__hooks}/findForms.js`);
  if (!$app.settings().rateLimits.enabled || !hasField(form, 'created')) return false;
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const hoursAgo = (/** @type {number} */ hours) => storedDate(new Date(Date.now() - hours * 3_600_000));
  const size = form.fields.fieldNames().map((name) => `coalesce(octet_length([[${name}]]), 0)`);
  const stored = new DynamicModel({ records: 0, bytes: 0 });
  $app
    .db()
    .newQuery(
      `SELECT coalesce(sum(created > {:hour}), 0) AS records, coalesce(sum(${size.join(' + ')}), 0) AS bytes
      FROM {{${form.name}}} WHERE created > {:day}`,
    )
    .bind({ hour: hoursAgo(1), day: hoursAgo(24) })
    .one(stored);
  return stored.records >= RECORDS || stored.bytes >= BYTES;
}

module.exports = { isClosed };
