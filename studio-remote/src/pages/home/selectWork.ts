/** The maximum number of projects on the home page: one in the hero and four below. */
const MAX_WORK = 5;

/**
 * Selects completed projects: first those that have a position, then the newest.
 *
 * @param projects all projects, in the order of `readRecords`
 */
export function selectWork<Work extends { status: string; position: number }>(
  projects: readonly Work[],
): Work[] {
  const completed = projects.filter(({ status }) => status === 'Completed');
  const placed = completed.filter(({ position }) => position > 0);
  return [...placed, ...completed.slice(placed.length).reverse()].slice(0, MAX_WORK);
}
