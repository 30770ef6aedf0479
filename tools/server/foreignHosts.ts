/** What other sites may load: builds, and the addresses at which their manifests are always the live ones. */
export const FOR_FOREIGN_HOSTS = /^\/(?:assets\/|remotes\/[\w-]+\/mf-manifest\.json(?:\?|$))/;

/**
 * The origins of other sites, as browsers send them.
 *
 * @throws Error that names the one that no browser would ever send
 */
export function expectOrigins(hosts: readonly string[]): readonly string[] {
  for (const host of hosts) {
    if (/^https?:[\w./:[\]-]+$/.test(host) && URL.canParse(host) && new URL(host).origin === host) continue;
    throw new Error(
      `foreignHosts in shared/src/site.ts: "${host}" is no origin. Write one as browsers do, without a path or a slash at the end: https://www.example.org.`,
    );
  }
  return hosts;
}

/**
 * The headers of what other sites may load, which replace the usual ones; none if no other site is named. CORP
 * cannot name a site, so CORS refuses the others: they can read neither the manifest nor anything that is asked
 * for with integrity.
 *
 * @param allowed the origin that may read the answer: the one that asks if it is named, else empty
 */
export function foreignHostHeaders(hosts: readonly string[], allowed: string): Record<string, string> {
  if (hosts.length === 0) return {};
  return {
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'accept-encoding, origin',
    ...(allowed && { 'access-control-allow-origin': allowed }),
  };
}
