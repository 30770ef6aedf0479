/** How many the home page shows at most: one in its hero, four below. */
const MANY = 5;

/** The newest completed ones of a list of projects, newest first; the list begins with the oldest. */
export function selectWork<Work extends { status: string }>(projects: readonly Work[]): Work[] {
  return projects
    .filter(({ status }) => status === 'Completed')
    .slice(-MANY)
    .reverse();
}
