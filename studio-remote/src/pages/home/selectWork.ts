/** One project for the start of the hero, and four for the section below it. */
const MAX_WORK = 5;

/**
 * Selects up to `MAX_WORK` completed projects for the home page. Projects with a position come first. The others follow,
 * newest first.
 *
 * @param projects all projects, in the order in which `readRecords` returns them
 */
export function selectWork<Work extends { status: string; position: number }>(
  projects: readonly Work[],
): Work[] {
  const completed = projects.filter(({ status }) => status === 'Completed');
  const placed = completed.filter(({ position }) => position > 0);
  return [...placed, ...completed.slice(placed.length).reverse()].slice(0, MAX_WORK);
}
