const DAY_MS = 86_400_000;

/**
 * In words, when something is due (§8): `in 3 days`, `today`, `OVERDUE by 2 days`.
 * @param date as PocketBase writes it, `2026-01-31 12:00:00.000Z`.
 * @param now in milliseconds.
 */
export function describeDueDate(date: string, now = Date.now()): string {
  const due = Date.parse(date.replace(' ', 'T'));
  const left = due - now;
  // Until then in days of the calendar (UTC), whose date is printed beside it; after that in whole days gone by.
  const days = left < 0 ? Math.floor(-left / DAY_MS) : Math.floor(due / DAY_MS) - Math.floor(now / DAY_MS);
  const count = days === 1 ? '1 day' : `${days} days`;
  if (left < 0) return days === 0 ? 'OVERDUE' : `OVERDUE by ${count}`;
  return days === 0 ? 'today' : `in ${count}`;
}
