/**
 * @param {Date} date
 * @returns the date in PocketBase's format, for comparing it with stored ones
 */
function storedDate(date) {
  return date.toISOString().replace('T', ' ');
}

module.exports = { storedDate };
