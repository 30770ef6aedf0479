/** A document without its scripts and without what fetches them ahead: all that is left is to be seen. */
export function removeScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gis, '')
    .replaceAll(/<link\b[^>]*>/gi, (link) => (/\bas="?script/i.test(link) ? '' : link));
}
