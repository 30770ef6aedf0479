// How many forms one address has sent on this day (UTC). The counts are in memory, gone at midnight or with the
// process, and under a keyed hash: nobody can read an address out of them, not even today.
const FORMS_PER_DAY = 100;
const KEY = 'formsOfTheDay';

/** Counts one more form of an address and says whether it is one too many. */
function isOverDailyCap(address) {
  const today = new Date().toISOString().slice(0, 10);
  let count = 0;
  // Runs under the store's lock, with no other form in between.
  $app.store().setFunc(KEY, (stored) => {
    const day =
      stored?.date === today ? stored : { date: today, key: $security.randomString(32), counts: {} };
    const visitor = $security.hs256(visitorOf(address), day.key);
    count = (day.counts[visitor] ?? 0) + 1;
    day.counts[visitor] = count;
    return day;
  });
  return count > FORMS_PER_DAY;
}

/** A household or a server has 2^64 IPv6 addresses, which differ in their second half. */
function visitorOf(address) {
  if (!address.includes(':')) return address;
  const [head, tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

function secondsUntilTomorrow() {
  return Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1000);
}

module.exports = { isOverDailyCap, secondsUntilTomorrow };
