/** What in the list's address names a category. */
const CATEGORY = 'category';

/** Where the projects of a category are listed; without one, all of them. */
export function categoryAddress(category: string | undefined): string {
  return category === undefined ? '/projects' : `/projects?${CATEGORY}=${encodeURIComponent(category)}`;
}

/** The category that the query of the list's address names, if it names one. */
export function categoryIn(query: string): string | undefined {
  return new URLSearchParams(query).get(CATEGORY) || undefined;
}
