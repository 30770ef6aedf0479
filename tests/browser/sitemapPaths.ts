/** Returns the paths in a site's sitemap, with their query strings. */
export async function sitemapPaths(site: string): Promise<string[]> {
  const answer = await fetch(`${site}/sitemap.xml`, { signal: AbortSignal.timeout(15_000) });
  const addresses = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  return addresses.map(([, address = '']) => address.replace(/^https?:\/\/[^/]+/, '') || '/');
}
