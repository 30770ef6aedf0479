/**
 * @param {Date} date
 * @returns the date in PocketBase's format, for comparison with stored dates
 */
function storedDate(date) {
  return date.toISOString().replace('T', ' ');
}

module.exports = { storedDate };
