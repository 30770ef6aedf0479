const CATEGORY = 'category';

/** Returns the URL of the project list, filtered by a category if one is given. */
export function categoryAddress(category: string | undefined): string {
  return category === undefined ? '/projects' : `/projects?${CATEGORY}=${encodeURIComponent(category)}`;
}

/** Returns the category that a URL's query contains, or undefined if it contains none. */
export function categoryIn(query: string): string | undefined {
  return new URLSearchParams(query).get(CATEGORY) || undefined;
}
