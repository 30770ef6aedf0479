/** How many the home page shows at most. */
const MANY = 4;

/** The newest completed ones of a list of projects, newest first; the list begins with the oldest. */
export function selectWork<Work extends { status: string }>(projects: readonly Work[]): Work[] {
  return projects
    .filter(({ status }) => status === 'Completed')
    .slice(-MANY)
    .reverse();
}
