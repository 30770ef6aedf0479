import { site } from '@site/shared/site';
import { parse } from 'tldts';

/**
 * Checks the preview host, and returns it in lower case. Its registrable domain must differ from the site's, because a
 * script in a preview can set cookies for the preview's whole registrable domain.
 *
 * @throws Error with advice if the host is invalid
 */
export function assertPreviewHost(host: string, origin: string = site.origin): string {
  const name = host.toLowerCase();
  if (name === 'localhost') return name;
  const { hostname, domain, isIp, isPrivate } = parse(name, { allowPrivateDomains: true });
  // A private suffix, such as github.io, is a valid host: each name directly under it is a separate registrable domain.
  if (hostname !== name || name.startsWith('.') || isIp || (domain === null && !isPrivate))
    throw new Error(
      `--preview-host ${host} is not a host name. Write only a host name, such as previews.example.net.`,
    );
  const { domain: own, hostname: ownName } = parse(origin, { allowPrivateDomains: true });
  if ((domain ?? name) === (own ?? ownName))
    throw new Error(
      `--preview-host ${host} is in the site's own domain, ${domain ?? name}, so a preview could set cookies for the site. Use a host in another domain.`,
    );
  return name;
}
