import { site } from '@site/shared/site';
import { parse } from 'tldts';

/**
 * Checks the host of previews and returns it in lower case. Its registrable domain must differ from the site's, because a
 * script of a preview can set cookies for its own domain.
 *
 * @param origin the site's origin
 * @throws Error with advice if the host is invalid
 */
export function expectPreviewHost(host: string, origin: string = site.origin): string {
  const name = host.toLowerCase();
  if (name === 'localhost') return name;
  const { hostname, domain, isIp, isPrivate } = parse(name, { allowPrivateDomains: true });
  // Below a private suffix, such as that of a page host, each name is a domain of its own.
  if (hostname !== name || name.startsWith('.') || isIp || (domain === null && !isPrivate))
    throw new Error(
      `--preview-host ${host} is not the name of a host. Write it without anything else: previews.example.net.`,
    );
  const { domain: own, hostname: ownName } = parse(origin, { allowPrivateDomains: true });
  if ((domain ?? name) === (own ?? ownName))
    throw new Error(
      `--preview-host ${host} is of the site's own domain, ${domain ?? name}, for which a preview could set cookies. Use a host of another domain.`,
    );
  return name;
}
