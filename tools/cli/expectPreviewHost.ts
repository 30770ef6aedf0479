import { site } from '@site/shared/site';
import { parse } from 'tldts';

/**
 * The host of previews, in small letters. It has to be of another registrable domain than the site: a script of a
 * preview could set cookies for that of its own.
 *
 * @param origin of the site
 * @throws Error that says what to name instead
 */
export function expectPreviewHost(host: string, origin: string = site.origin): string {
  const name = host.toLowerCase();
  if (name === 'localhost') return name;
  const { hostname, domain, isIp, isPrivate } = parse(name, { allowPrivateDomains: true });
  // A suffix below which everybody may have a name, such as that of a host for pages, is a domain for each name.
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
