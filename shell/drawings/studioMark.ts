/** The studio's mark, as the header shows it, on a field of 20 by 22. */
export function studioMark(body: string, dot: string): string {
  return `<path fill="${body}" d="M0 0h9a11 11 0 0 1 0 22H0z"/><circle fill="${dot}" cx="9" cy="11" r="4"/>`;
}
