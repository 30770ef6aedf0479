/** The query parameter of the list's address that names a category. */
const CATEGORY = 'category';

/** The address of the project list, filtered by a category if there is one. */
export function categoryAddress(category: string | undefined): string {
  return category === undefined ? '/projects' : `/projects?${CATEGORY}=${encodeURIComponent(category)}`;
}

/** The category in the query of the list's address; undefined if the query has none. */
export function categoryIn(query: string): string | undefined {
  return new URLSearchParams(query).get(CATEGORY) || undefined;
}
