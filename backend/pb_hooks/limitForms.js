/**
 * The limits of a form for all visitors together: submissions in an hour, and bytes in 24 hours. PocketBase's own limits
 * apply to each visitor (see the settings). A successful campaign stays below them: 500 an hour is one in fifty of 25,000
 * visitors. If two forms are flooded day and night, the database grows by 40 MB a day.
 */
const RECORDS = 500;
const BYTES = 20_000_000;

/**
 * Whether a form currently refuses all visitors. Counts the stored records, so a restart does not reset the limits, and
 * deleting the records of a flood reopens the form.
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
