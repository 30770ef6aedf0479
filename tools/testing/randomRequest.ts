import fc from 'fast-check';
import { BODY_LIMIT } from '../server/proxyBackend';
import { MODEL_ASSETS, MODEL_FILES, MODEL_PREVIEW, type SentRequest } from './siteModel';
import { words } from './words';

/** What may stand before, in or behind a path, so that a server or a proxy might read it as another one. */
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

const RECORDS = '/api/collections/projects/records';

/** What visitors may ask of PocketBase: nothing else ever reaches it. */
export const VISITOR_CALLS = [
  'GET /api/health',
  `GET ${RECORDS}`,
  `GET ${RECORDS}/abcdefghijklmno`,
  'GET /api/files/projects/abcdefghijklmno/picture.jpg',
  'POST /api/collections/form_submits/records',
  'POST /api/collections/micora_delete_requests/records',
];
const CALLS = VISITOR_CALLS.map((call) => call.split(' ')[1] ?? '');
const PATHS = [
  ...words('/ /about /projects /projects/abc /projects/xyz /notes/1 /micora/verification /index.html /404'),
  ...words('/health /nowhere /artifacts/shell/s1/server.cjs /history/1.json'),
  ...MODEL_FILES.filter((name) => !name.endsWith('.html')).map((name) => `/${name}`),
  ...MODEL_ASSETS,
];
/** What only the operator may reach, directly at PocketBase. */
export const OPERATOR_CALLS =
  words(`GET:/_/ GET:/api/settings GET:/api/collections GET:/api/collections/_superusers/records
  POST:/api/collections/_superusers/auth-with-password POST:/api/collections/_superusers/request-password-reset
  POST:/api/collections/_superusers/impersonate/abcdefghijklmno GET:/api/collections/form_submits/records
  GET:/api/collections/micora_delete_requests/records POST:/api/collections/projects/records GET:/api/logs
  GET:/api/backups POST:/api/backups GET:/api/crons POST:/api/batch GET:/api/realtime POST:/api/files/token`).map(
    (call) => call.replace(':', ' '),
  );
const ASKED_QUERIES = words(`?page=1&perPage=500&sort=created&skipTotal=1
  ?page=20&perPage=500&sort=created&skipTotal=1 ?filter=id%3D%27abcdefghijklmno%27 ?filter=id%3D%27a%27`);
/** What pages send. */
const ASKED = [
  ...VISITOR_CALLS.slice(0, 4),
  ...ASKED_QUERIES.map((query) => `GET ${RECORDS}${query}`),
  ...['100x100', '480x320', '1440x960f'].map((size) => `GET ${CALLS[3]}?thumb=${size}`),
  ...[...VISITOR_CALLS.slice(4), ...VISITOR_CALLS.slice(4), ...VISITOR_CALLS.slice(4)],
];
const QUERIES = [
  ...['', '', '', '', ...ASKED_QUERIES, '?thumb=480x320', '?thumb=1440x960f'],
  // Nearly what pages ask for.
  ...words(`?page=0&perPage=500&sort=created&skipTotal=1 ?page=1&perPage=501&sort=created&skipTotal=1
    ?page=1&perPage=500&sort=-created&skipTotal=1 ?page=1&perPage=500&skipTotal=1&sort=created
    ?filter=id%3d%27a%27 ?filter=id='a' ?filter=id%3D%27a+b%27 ?filter=id!~images:each ?thumb=1x1
    ?thumb=480x320&thumb=480x320 ?filter=id%3D%27a%27& ?filter=id%3D%27${'a'.repeat(1000)}%27`),
  ...words('? ?a=b ?a=../b ?a?b ?a=/x// ?secret=x ?% ?%00 ?\xff ?a#b ?release=live ?a=b&release=live'),
  ...words(
    `?RELEASE=live ?release=%6cive ?release= ?release=x ?release=x&release=live ?release=${MODEL_PREVIEW}`,
  ),
];
const HEADERS = [
  ...['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'],
  ...['X-Original-URL: /api/settings', 'X-Rewrite-URL: /api/settings', 'X-Forwarded-Prefix: /api'],
  ...['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: PUT', 'Authorization: Bearer abc', 'Cookie: ='],
  ...['live', MODEL_PREVIEW].map((id) => `Cookie: release=${id}`),
  ...[`Cookie: a=b;release=${MODEL_PREVIEW}; c=d`, `Cookie: RELEASE=${MODEL_PREVIEW}`, 'Accept: text/html'],
  ...['Accept-Encoding: br', 'Accept-Encoding: gzip, br;q=0', 'Accept-Encoding: *', 'X-Odd: \xff'],
  ...['Range: bytes=0-', 'If-None-Match: "x"', 'Referer: /api/settings'],
];
/** What a browser says of the page that sends a form. */
const RELATIONS = ['', '', '', 'cross-site', 'same-site', 'same-origin', 'none', 'x'];
const ORIGINS = ['', '', '', 'https://evil.example', 'null', 'http://www.example.com', 'https://[::1]'];
const HOSTS = words('www.example.com www.example.com localhost:1 evil.example [::1] 127.0.0.1');
const METHODS = words('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND get NONE');
const BODIES = ['{}', '{"full_name":"A"}', 'a=b', '[', '\0', '0\r\n\r\n'];
const PREFIXES = ['', '', '', '', '', '', 'http://www.example.com', 'HTTPS://a.example:1', 'http:', '*'];
const JSON_TYPE = 'application/json';
const TYPES = [
  ...['', JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE, 'Application/JSON; charset=UTF-8'],
  ...['application/json;charset="utf-8"', 'application/json; charset=latin1', 'application/json,', 'x', 'a/'],
  ...['multipart/form-data; boundary=a', '/b', 'a/b;', 'a/b; c', 'a b/c', 'a/b/c', ' a/b', '\xff/b'],
];

const change = fc.oneof(
  fc.record({ at: fc.nat(100), cut: fc.constantFrom(0, 0, 0, 1, 4), put: fc.constantFrom(...PIECES) }),
  fc.record({ at: fc.nat(100), encoded: fc.constantFrom('%', '%25') }),
);
const target = fc
  .record({
    prefix: fc.constantFrom(...PREFIXES),
    path: fc.constantFrom(
      ...PATHS,
      ...CALLS,
      ...CALLS,
      ...OPERATOR_CALLS.map((call) => call.split(' ')[1] ?? ''),
    ),
    changes: fc.array(change, { maxLength: 5 }),
    query: fc.constantFrom(...QUERIES),
  })
  .map(({ prefix, path, changes, query }) => prefix + changes.reduce(changed, path + query));
const method = fc.oneof(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), fc.constantFrom(...METHODS));
/** Anything at all, and what pages send, as it is or changed in one place. */
const line = fc.oneof(
  { weight: 2, arbitrary: fc.record({ method, target }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...ASKED), fc.array(change, { maxLength: 1 }))
      .map(([asked, changes]) => {
        const [verb = '', address = ''] = asked.split(' ');
        return { method: verb, target: changes.reduce(changed, address) };
      }),
  },
);

/** A request as a page, a browser, a proxy or an attacker might send it. */
export const randomRequest: fc.Arbitrary<SentRequest> = fc
  .record({
    line,
    host: fc.constantFrom(...HOSTS),
    headers: fc.subarray(HEADERS, { maxLength: 4 }),
    said: fc.record({
      'Content-Type': fc.constantFrom(...TYPES),
      'Sec-Fetch-Site': fc.constantFrom(...RELATIONS),
      Origin: fc.constantFrom(...ORIGINS),
    }),
    body: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: fc.constantFrom(...BODIES) },
      { weight: 3, arbitrary: fc.json().map((json) => Buffer.from(json).toString('latin1')) },
      { weight: 1, arbitrary: fc.constant('a'.repeat(BODY_LIMIT + 1)) },
    ),
    isChunked: fc.boolean(),
  })
  .map(({ line: asked, host, headers, said, body, isChunked }) => {
    const lines = Object.entries(said).flatMap(([name, value]) => (value ? `${name}: ${value}` : []));
    return sentRequest(asked.method, asked.target, {
      host,
      headers: [...headers, ...lines],
      body,
      isChunked,
    });
  });

/** Where each file of the site is, also of the preview, and what is asked of the list. */
export const KNOWN_REQUESTS: SentRequest[] = [
  ...MODEL_ASSETS.map((address) => sentRequest('GET', address)),
  ...MODEL_FILES.map((name) => `/${name.replace(/(?:index)?\.html$/, '').replace('_', 'any')}`).flatMap(
    (target) =>
      ['a=b', `release=${MODEL_PREVIEW}`].map((cookie) =>
        sentRequest('GET', target, { headers: [`Cookie: ${cookie}`] }),
      ),
  ),
  ...VISITOR_CALLS.map(pageRequest),
  ...QUERIES.map((query) => sentRequest('GET', RECORDS + query)),
];

/** A request as pages send it, a form as JSON. */
export function pageRequest(call: string): SentRequest {
  const [method = '', ...target] = call.split(' ');
  const headers = ['Content-Type: application/json'];
  return sentRequest(method, target.join(' '), { headers, body: method === 'POST' ? '{}' : '' });
}

/** A request with its body, if it has one, in chunks or not. */
export function sentRequest(
  verb: string,
  address: string,
  { host = 'www.example.com', headers = [] as string[], body = '', isChunked = false } = {},
): SentRequest {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  return {
    ...{ method: verb, target: address, host, bodyLength: body.length },
    headers: body ? [...headers, framing] : headers,
    framed: body && isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
  };
}

function changed(path: string, edit: { at: number; encoded?: string; cut?: number; put?: string }): string {
  const at = edit.at % (path.length + 1);
  const hex = (path.charCodeAt(at) || 0x2f).toString(16).padStart(2, '0');
  const { cut = 1, put = (edit.encoded ?? '') + hex } = edit;
  return path.slice(0, at) + put + path.slice(at + cut);
}

/** The path itself, and the ways in which it might be brought to be read as another one, or another one as it. */
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
