import fc from 'fast-check';
import { MODEL_ASSETS, MODEL_FILES, type SentRequest } from './siteModel';
import { change, changed, spellings } from './spellings';
import { words } from './words';

const RECORDS = '/api/collections/projects/records';

/** One call of each kind that visitors may make to PocketBase. The server forwards no other kind of request. */
export const VISITOR_CALLS = [
  'GET /api/files/projects/abcdefghijklmno/picture.jpg',
  'POST /api/collections/form_submits/records',
  'POST /api/collections/micora_delete_requests/records',
];
const CALLS = VISITOR_CALLS.map((call) => call.split(' ')[1] ?? '');
const [FILE = '', FORM = ''] = CALLS;
const FORMS = VISITOR_CALLS.slice(1);
const PATHS = [
  ...words('/ /about /projects /projects/abc /projects/xyz /notes/1 /micora/verification /index.html /404'),
  ...words(
    '/health /nowhere /builds/shell/s1/server.cjs /history/1.json /api /api/ /api/collections/users/records',
  ),
  ...[`${FORM}/abcdefghijklmno`, `${RECORDS}/a`, '/api/files/projects/abc/.hidden', '/api/health'],
  ...['/api/collections/notes/records?expand=project', RECORDS],
  ...words(`/api/files/form_submits/abcdefghijklmno/a.jpg /api/files/pbc_484305853/abcdefghijklmno/a.jpg
    /api/files/pbc_484305854/abcdefghijklmno/a.jpg /api/collections/pbc_484305853/records`),
  ...MODEL_FILES.filter((name) => !name.endsWith('.html')).map((name) => `/${name}`),
  ...MODEL_ASSETS,
];
/** Calls that only the operator may make, and only directly to PocketBase. */
export const OPERATOR_CALLS =
  words(`GET:/_/ GET:/api/settings GET:/api/collections GET:/api/collections/_superusers/records
  POST:/api/collections/_superusers/auth-with-password POST:/api/collections/_superusers/request-password-reset
  POST:/api/collections/_superusers/impersonate/abcdefghijklmno GET:/api/collections/form_submits/records
  GET:/api/collections/micora_delete_requests/records POST:/api/collections/projects/records GET:/api/logs
  GET:/api/backups POST:/api/backups GET:/api/crons POST:/api/batch GET:/api/realtime POST:/api/files/token`).map(
    (call) => call.replace(':', ' '),
  );
/** Requests that are also sent with their paths in other spellings, which a server might convert to the usual one. */
const SPELT = [
  ...[...VISITOR_CALLS, ...OPERATOR_CALLS],
  ...[
    ...MODEL_ASSETS,
    ...words(`/about /notes/a /projects/abc /robots.txt /evil.example/ /evil.example/%00
      /builds/shell/s1/server.cjs /history/1.json /etc/passwd`),
  ].map((path) => `GET ${path}`),
];
const PAGE = '?page=1&perPage=500&sort=created&skipTotal=1';
const PAGE_QUERIES =
  words(`${PAGE} ${PAGE.replace('1', '20')} ?filter=id%3D%27abcdefghijklmno%27 ?filter=id%3D%27a%27
  ?filter=id%3D%27${'_'.repeat(255)}%27 ?filter=id%3D%27a-b%27`);
const THUMBS = words(`100x100 192x128 480x320 720x480 960x640 1440x960 2160x1440
  192x128f 480x320f 720x480f 960x640f 1440x960f 2160x1440f`);
const PAGE_REQUESTS = [
  VISITOR_CALLS[0] ?? '',
  ...PAGE_QUERIES.map((query) => `GET ${RECORDS}${query}`),
  ...THUMBS.map((size) => `GET ${FILE}?thumb=${size}`),
  ...[...FORMS, ...FORMS, ...FORMS],
];
const QUERIES = [
  ...[...PAGE_QUERIES, '?thumb=480x320', '?thumb=1440x960f'],
  // Queries that differ slightly from those that pages send. Some of their filters would keep the backend busy for many
  // seconds.
  ...words(`${PAGE.replace('1', '0')} ${PAGE.replace('1', '01')} ${PAGE.replace('1', '100')} ${PAGE}# ${PAGE}?
    ${PAGE.replace('500', '1000')} ${PAGE.replace('=c', '=-c')} ${PAGE.replace('created', '@random')}
    ${PAGE.replace('&skipTotal=1', '')} ${PAGE}&fields=id ?perPage=500&page=1&sort=created&skipTotal=1
    ?filter=long_description!~images:each ?filter=long_description%21~images%3Aeach ?filter=id%3Didentity
    ?filter=id%3D%27a%27%20%7C%7C%20long_description%20~%20%27a%27 ?filter=id%3D%27a%27||id%3D%27b%27
    ?filter=id%3D%27a%5C%27b%27 ?filter=id%3D%27a%20b%27 ?filter=id%3D%27a+b%27 ?filter=id%3D%27%27
    ?filter=slug%3D%27a%27 ?filter=id%3D%27a.b%27 ?filter=id%3D%22abc%22 ?filter=id='a' ?filter=id%3d%27a%27 ?filter=(id%3D%27a%27) ?Filter=id%3D%27a%27
    ?filter=id%3D%27a%27& ?filter=id%3D%27a%27&expand=a ?expand=a&filter=id%3D%27a%27 ?sort=created ?expand=a.b.c
    ?filter=id%3D%27a%27&filter=id%3D%27a%27 ?filter=id%3D%27${'a'.repeat(256)}%27 ?fields=*:excerpt(100)
    ?thumb= ?thumb=1x1 ?thumb=720x0 ?thumb=481x320 ?thumb=480x320t ?thumb=100x100f ?thumb=480x320&thumb=480x320
    ?thumb=480%78320 ?download=1 ?token=a ?${'a'.repeat(1000)}`),
  ...words('? ?a=b ?a=../b ?a?b ?a=/x// ?secret=x ?% ?%00 ?\xff ?a#b'),
];
const HEADERS = [
  ...['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'],
  ...['X-Original-URL: /api/settings', 'X-Rewrite-URL: /api/settings', 'X-Forwarded-Prefix: /api'],
  ...['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: PUT', 'Authorization: Bearer abc', 'Cookie: ='],
  ...['Cookie: a=b; c=d', 'Accept: text/html'],
  ...['Accept-Encoding: br', 'Accept-Encoding: gzip, br;q=0', 'Accept-Encoding: *', 'X-Odd: \xff'],
  ...['If-None-Match: "x"', 'Referer: /api/settings'],
  ...['0-', '-', '5-1', '99999999-', '0-18446744073709551616', 'a-b', '0-5000,'.repeat(1000)].flatMap(
    (range) => [`Range: bytes=${range}`, `If-Range: x\r\nRange: bytes=${range}`],
  ),
  ...words('websocket h2c TLS/1.0').map((protocol) => `Upgrade: ${protocol}\r\nConnection: Upgrade`),
];
/** Values of `Sec-Fetch-Site`. This header tells the server whether a form was sent by a page of the same site. */
const RELATIONS = [...words('cross-site same-site same-origin none x'), 'cross-site, same-origin'];
const ORIGINS = words(`http://www.example.com https://www.example.com https://[::1] null https://evil.example
  https://www.example.com.evil.example https://evil.example/www.example.com ftp://www.example.com www.example.com`);
const HOSTS = words(
  `www.example.com www.example.com:80 www.example.com:443 localhost:1 evil.example [::1] 127.0.0.1`,
);
const METHODS = words('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND get NONE');
/** A body that exceeds the size limit for forms. */
const TOO_MUCH = 'a'.repeat(128 * 1024 + 1);
const BODIES = ['{}', '{"full_name":"A"}', 'a=b', '[', '\0', '0\r\n\r\n'];
const PREFIXES = ['', '', '', '', '', '', 'http://www.example.com', 'HTTPS://a.example:1', 'http:', '*'];
const JSON_TYPE = 'application/json';
const TYPES = [
  ...['', JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE, 'Application/JSON; charset=UTF-8'],
  ...[
    'application/json ;\tcharset="utf-8"',
    'application/json; charset=utf-16',
    'application/json; boundary=a',
  ],
  // Pages can send multipart forms, URL-encoded forms and plain text to another site without a preflight request.
  ...['multipart/form-data; boundary=application/json', 'application/x-www-form-urlencoded'],
  ...['text/plain; application/json', 'application/json-patch+json', 'application/json, text/plain'],
  ...['x', 'a/', '/b', 'a/b;', 'a/b; c', 'a b/c', 'a/b/c', ' a/b', '\xff/b'],
];

const sometimes = (values: string[]) => fc.oneof(fc.constant(''), fc.constantFrom(...values));
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
    query: sometimes(QUERIES),
  })
  .map(({ prefix, path, changes, query }) => prefix + changes.reduce(changed, path + query));
const method = fc.oneof(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), fc.constantFrom(...METHODS));
const line = fc.oneof(
  { weight: 2, arbitrary: fc.record({ method, target }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...PAGE_REQUESTS), fc.array(change, { maxLength: 1 }))
      .map(([asked, changes]) => {
        const [verb = '', address = ''] = asked.split(' ');
        return { method: verb, target: changes.reduce(changed, address) };
      }),
  },
);

/** Requests that a page, a browser, a proxy or an attacker might send. */
export const randomRequest: fc.Arbitrary<SentRequest> = fc
  .record({
    line,
    host: fc.constantFrom(...HOSTS),
    headers: fc.subarray(HEADERS, { maxLength: 4 }),
    contentHeaders: fc.record({
      'Content-Type': fc.constantFrom(...TYPES),
      'Sec-Fetch-Site': sometimes(RELATIONS),
      Origin: sometimes(ORIGINS),
    }),
    body: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: fc.constantFrom(...BODIES) },
      { weight: 3, arbitrary: fc.json().map((json) => Buffer.from(json).toString('latin1')) },
      { weight: 1, arbitrary: fc.constant(TOO_MUCH) },
    ),
    isChunked: fc.boolean(),
  })
  .map(({ line: asked, host, headers, contentHeaders, body, isChunked }) => {
    const lines = [...headers, ...headerLines(contentHeaders)];
    return sentRequest(asked.method, asked.target, { host, headers: lines, body, isChunked });
  });

/** Fixed requests that cover every file, spelling and header, and combine every method with `PATHS` and `CALLS`. */
export const KNOWN_REQUESTS: SentRequest[] = [
  ...MODEL_FILES.map((name) =>
    sentRequest('GET', `/${name.replace(/(?:index)?\.html$/, '').replace('_', 'any')}`),
  ),
  ...[...PATHS, ...CALLS].flatMap((path) => METHODS.map((verb) => pageRequest(`${verb} ${path}`))),
  ...HEADERS.flatMap((header) =>
    ['/about', '/api/realtime', `${MODEL_ASSETS[2]}`].map((path) =>
      sentRequest('GET', path, { headers: [header] }),
    ),
  ),
  ...SPELT.flatMap((call) => {
    const [verb, path = ''] = call.split(' ');
    return spellings(path).map((target) => pageRequest(`${verb} ${target}`));
  }),
  ...PAGE_REQUESTS.map((call) => pageRequest(call)),
  ...VISITOR_CALLS.flatMap((call) => QUERIES.map((query) => pageRequest(call + query))),
  // The longest file name that the site accepts, and a longer one.
  ...[256, 257].map((length) => sentRequest('GET', FILE.replace('picture.jpg', 'a'.repeat(length)))),
  ...TYPES.map((type) => knownForm({ 'Content-Type': type })),
  ...['', ...RELATIONS].flatMap((relation) =>
    ORIGINS.map((origin) => knownForm({ 'Sec-Fetch-Site': relation, Origin: origin })),
  ),
  ...HOSTS.flatMap((host) => ORIGINS.map((origin) => knownForm({ Origin: origin }, { host }))),
  ...[true, false].map((isChunked) => knownForm({}, { isChunked, body: TOO_MUCH })),
];

function knownForm(headers: Record<string, string>, more: Sent = {}): SentRequest {
  return pageRequest(`POST ${FORM}`, {
    headers: headerLines({ 'Content-Type': JSON_TYPE, ...headers }),
    ...more,
  });
}

function pageRequest(call: string, more: Sent = {}): SentRequest {
  const [method = '', ...target] = call.split(' ');
  const headers = [`Content-Type: ${JSON_TYPE}`];
  const body = method === 'POST' ? '{}' : '';
  return sentRequest(method, target.join(' '), { headers, body, ...more });
}

function headerLines(headers: Record<string, string>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value ? `${name}: ${value}` : []));
}

type Sent = Partial<{ host: string; headers: string[]; body: string; isChunked: boolean }>;

/** Creates a request. A body is sent either in chunks or with a `Content-Length`. */
export function sentRequest(
  verb: string,
  address: string,
  { host = 'www.example.com', headers = [], body = '', isChunked = false }: Sent = {},
): SentRequest {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  return {
    method: verb,
    target: address,
    host,
    bodyLength: body.length,
    headers: body ? [...headers, framing] : headers,
    framed: body && isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
  };
}
