/** The query parameter of the list's address that names a category. */
const CATEGORY = 'category';

/** The address of the list of a category's projects. Without a category, it lists all projects. */
export function categoryAddress(category: string | undefined): string {
  return category === undefined ? '/projects' : `/projects?${CATEGORY}=${encodeURIComponent(category)}`;
}

/** The category in the query of the list's address; undefined if it has none. */
export function categoryIn(query: string): string | undefined {
  return new URLSearchParams(query).get(CATEGORY) || undefined;
}
