import { words } from './words';

const PREFIXES =
  words(String.raw`/. /.. // /// /%2e /%2e%2e /%252e%252e /..%2f /..%5c /.%2e /\ /%5c /%2f /%252f /;
  /;a=b /%09 /%20 /%00 /%0d%0a /about/.. /about/%2e%2e /about/..; /assets/.. /assets/%2e%2e /assets/..%2f..
  /projects/.. /projects/..%2f.. /api/health/.. /api/health/../.. /api/health/%2e%2e/.. /api/health%2f..%2f..
  /api/health/..%2f.. /api/files/a/b/../../../.. /api/files/a/b/c.jpg/..%2f..%2f..%2f..%2f..
  /api/collections/projects/records/../../../.. /api/collections/projects/records/%2e%2e/%2e%2e/%2e%2e/%2e%2e
  /api/collections/projects/records/..%2f..%2f..%2f.. /api/collections/projects/records/..%252f..%252f..%252f..
  /api/collections/projects/records%2f..%2f..%2f..%2f.. /.well-known/.. /%c0%ae%c0%ae /%u002e%u002e /%e0%80%ae
  http://www.example.com http://127.0.0.1 https://www.example.com http: http://www.example.com@127.0.0.1
  http://www.example.com/.. HTTP://WWW.EXAMPLE.COM/about/../.. //www.example.com *`);

const SUFFIXES =
  words(String.raw`/ // /. /..;/ %2f %20 %09 %00 %00.jpg ; ;.js .json ? # %3f %23 %3fa=b \ %5c .. ~ %0a
  %0d%0aX:%20y`);

/** Where a path may begin that leads to another one for whoever takes out the dots. */
const BASES = words(`/api/backups /api/logs/x /api/collections/form_submits/records
  /api/collections/projects/records/a /_ /about /assets/shell`);

/** The path itself, and the ways in which a server or a proxy might be brought to read it in another one. */
export function spellings(path: string): string[] {
  const first = path.slice(1, 2);
  const encode = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
  const escaped = path.replaceAll('/', '%2f');
  return [
    path,
    path.toUpperCase(),
    path.replace(/\w+$/, (name) => name.toUpperCase()),
    path.replace(first, encode(first)),
    path.replace(first, `%25${encode(first).slice(1)}`),
    path.replace(/[a-z]/g, encode),
    ...['//', '/./', '\\', '%5c'].map((slash) => path.replaceAll('/', slash)),
    ...[escaped, `/${escaped}`, escaped.replaceAll('%', '%25'), path.slice(1)],
    ...['%2f', '/a/../', '/a%2f..%2f'].map((slash) => path.replace(/\/([^/]+)$/, `${slash}$1`)),
    ...PREFIXES.map((prefix) => prefix + path),
    ...SUFFIXES.map((suffix) => path + suffix),
  ];
}

/** Paths that begin elsewhere, and lead to this one for whoever takes out the dots. */
export function detours(path: string): string[] {
  return BASES.flatMap((base) => {
    const [from, to] = [base.split('/'), path.split('/')];
    const common = from.findIndex((name, index) => name !== to[index]);
    const first = common === -1 ? from.length : common;
    return ['/', '//', '\\', '%2f', '%2F', '%5c', '%252f'].flatMap((slash) =>
      ['..', '%2e%2e', '.%2E', '%252e%252e', '..;'].map(
        (up) => `${base}/${[...from.slice(first).map(() => up), ...to.slice(first)].join(slash)}`,
      ),
    );
  });
}
