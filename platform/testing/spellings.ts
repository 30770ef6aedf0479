import fc from 'fast-check';
import { words } from './words';

/** Strings that, when inserted into a path, might make a server or proxy interpret it as a different path. */
const PIECES = [
  ...words(String.raw`/ // /// /. /.. /./ /../ . .. ; ;a=b /; /..; /..;/ # ? ~ * %2f %2F /%2f /%252f %3f %23 %3b
    %3fa=b \ /\ %5c /%5c %2e /%2e /.%2e /%2e%2e /%2e%2e/ /%252e%252e /..%2f /..%5c %20 /%20 %09 /%09 %00 /%00 %00.jpg
    %0a %0d%0a /%0d%0a %0d%0aX:%20y %25 % %z %u002e /%u002e%u002e %c0%ae /%c0%ae%c0%ae/ %e0%80%ae %e0%80%af %e2%82%ac
    %ff %ed%a0%80 %f0%9f%98%80 /index.html /api api/ /_ _.404 .html .br .gz .json .js a A - & = /about/.. /about/..;
    /assets/%2e%2e /assets/..%2f.. /api/health/.. /api/health/../.. /api/health/%2e%2e/.. /api/health%2f..%2f..
    /api/files/a/b/../../../.. /api/files/a/b/c.jpg/..%2f..%2f..%2f..%2f.. /api/collections/projects/records/../../../..
    /api/collections/projects/records/%2e%2e/%2e%2e/%2e%2e/%2e%2e /api/collections/projects/records/..%252f..%252f..%252f..
    /api/collections/projects/records%2f..%2f..%2f..%2f.. /api/collections/form_submits/records/../../../..
    http: http://127.0.0.1 http://www.example.com http://www.example.com@127.0.0.1 HTTP://WWW.EXAMPLE.COM/about/../..`),
  ...[' ', '\t', '\0', '\x7f', '\xe2\x82\xac', '\xff'],
];

export const change = fc.oneof(
  fc.record({ at: fc.nat(100), cut: fc.constantFrom(0, 0, 0, 1, 4), put: fc.constantFrom(...PIECES) }),
  fc.record({ at: fc.nat(100), encoded: fc.constantFrom('%', '%25') }),
);

export function changed(
  path: string,
  edit: { at: number; encoded?: string; cut?: number; put?: string },
): string {
  const at = edit.at % (path.length + 1);
  const hex = (path.charCodeAt(at) || 0x2f).toString(16).padStart(2, '0');
  const { cut = 1, put = (edit.encoded ?? '') + hex } = edit;
  return path.slice(0, at) + put + path.slice(at + cut);
}

/** Returns `path` and other spellings that a server might confuse with it. */
export function spellings(path: string): string[] {
  const encode = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
  const first = path.slice(1, 2);
  return [
    ...[path, path.slice(1), path.toUpperCase(), path.replace(/\w+$/, (name) => name.toUpperCase())],
    ...[path.replace(first, encode(first)), path.replace(first, `%25${encode(first).slice(1)}`)],
    path.replace(/[a-z]/g, encode),
    ...PIECES.flatMap((piece) => [piece + path, path + piece]),
    ...words(String.raw`// /./ \ %5c %2f %252f /a/../ /a%2f..%2f`).flatMap((slash) => [
      path.replaceAll('/', slash),
      path.replace(/\/([^/]+)$/, `${slash}$1`),
    ]),
  ];
}
