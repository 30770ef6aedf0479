/** What in the list's address names a category. */
export const CATEGORY = 'category';

/** Where the projects of a category are listed; without one, all of them. */
export function categoryAddress(category: string | undefined): string {
  return category === undefined ? '/projects' : `/projects?${CATEGORY}=${encodeURIComponent(category)}`;
}
