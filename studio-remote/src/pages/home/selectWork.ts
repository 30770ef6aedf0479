/** The maximum number of projects on the home page: one in the hero and four below. */
const MAX_WORK = 5;

/**
 * Selects the newest completed projects, newest first.
 *
 * @param projects all projects, oldest first
 */
export function selectWork<Work extends { status: string }>(projects: readonly Work[]): Work[] {
  return projects
    .filter(({ status }) => status === 'Completed')
    .slice(-MAX_WORK)
    .reverse();
}
