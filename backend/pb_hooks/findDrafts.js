/** @returns the collections to which `addDrafts` has added its fields */
function findDrafts() {
  return $app.findAllCollections('base').filter(hasDrafts);
}

/** @param {core.Collection} collection */
function hasDrafts(collection) {
  const names = collection.fields.fieldNames();
  return ['draft', 'publish_at', 'replaces', 'replaced_at', 'preview'].every((name) => names.includes(name));
}

/**
 * Returns a collection's drafts whose `publish_at` has passed, earliest first.
 * @param {core.Collection} collection
 * @param {Date} [now]
 */
function findDue(collection, now = new Date()) {
  const filter = "draft = true && publish_at != '' && publish_at <= {:now}";
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  return $app.findRecordsByFilter(collection, filter, 'publish_at', 0, 0, { now: storedDate(now) });
}

module.exports = { findDrafts, hasDrafts, findDue };
