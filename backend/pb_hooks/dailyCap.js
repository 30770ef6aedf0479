// How many forms one visitor has sent on this day (UTC). The counts are in memory, gone at midnight or with the
// process, and under a keyed hash: nobody can read an address out of them, not even today.
const FORMS_PER_DAY = 100;
const KEY = 'formsOfTheDay';

/**
 * Counts one more form of a visitor and says whether it is one too many.
 * @param {string} visitor see visitorOf
 */
function isOverDailyCap(visitor) {
  const today = new Date().toISOString().slice(0, 10);
  let count = 0;
  // Runs under the store's lock, with no other form in between.
  $app.store().setFunc(KEY, (stored) => {
    const day =
      stored?.date === today ? stored : { date: today, key: $security.randomString(32), counts: {} };
    const key = $security.hs256(visitor, day.key);
    count = (day.counts[key] ?? 0) + 1;
    day.counts[key] = count;
    return day;
  });
  return count > FORMS_PER_DAY;
}

function secondsUntilTomorrow() {
  return Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1000);
}

module.exports = { isOverDailyCap, secondsUntilTomorrow };
