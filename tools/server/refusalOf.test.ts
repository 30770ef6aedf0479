import { describe, expect, test } from '@jest/globals';
import { ADDRESS_LIMIT, refusalOf } from './refusalOf';
import { words } from '../testing/words';

// Any call at all, whoever sends it, requestFuzz.integration.test.ts holds against a model of the site. What came by HTTPS,
// tests/docs/proxies.integration.test.ts has.

const PROJECTS = '/api/collections/projects/records';
const FILE = '/api/files/projects/abcdefghijklmno/cover_x1.jpg';
const CONTACT = '/api/collections/form_submits/records';
const HOST = 'www.example.com:8443';

/** @param address path and query */
function judge(call: string, headers: Record<string, string> = {}, isSecure = false) {
  const [method = '', path = '', ...query] = call.split(/ |(?=\?)/);
  return refusalOf({ method, path, query: query.join(''), headers: { host: HOST, ...headers }, isSecure });
}

const send = (headers: Record<string, string>, isSecure = false) =>
  judge(`POST ${CONTACT}`, { 'content-type': 'application/json', ...headers }, isSecure);

const SIZES = words(`100x100 192x128 480x320 720x480 960x640 1440x960 2160x1440
  192x128f 480x320f 720x480f 960x640f 1440x960f 2160x1440f`);
const PAGE = 'page=1&perPage=500&sort=created&skipTotal=1';

test.each([
  ...['', `?${PAGE}`, `?${PAGE.replace('1', '20')}`, '?filter=id%3D%27abcdefghijklmno%27'].map(
    (query) => PROJECTS + query,
  ),
  ...[`${PROJECTS}?filter=id%3D%27${'_'.repeat(255)}%27`, `${PROJECTS}/abcdefghijklmno`, '/api/health', FILE],
  ...SIZES.map((size) => `${FILE}?thumb=${size}`),
])('§7 what pages ask passes: %s', (address) => {
  expect(judge(`GET ${address}`)).toBeUndefined();
  expect(judge(`HEAD ${address}`)).toBeUndefined();
});

// One filter that compares texts costs the backend many seconds.
test.each([
  ...words(`?filter=long_description!~images:each ?filter=long_description%21~images%3Aeach
    ?filter=id%3D%27a%27%20%7C%7C%20long_description%20~%20%27a%27 ?filter=id%3D%27a%27||id%3D%27b%27
    ?filter=id%3D%27a%5C%27b%27 ?filter=id%3D%27a%20b%27 ?filter=id%3D%27%27 ?filter=id%3Didentity
    ?filter=id%3D%22abc%22 ?filter=id='abc' ?filter=id%3d%27abc%27 ?filter=(id%3D%27abc%27)
    ?Filter=id%3D%27abc%27 ?filter=id%3D%27abc%27&expand=a ?filter=id%3D%27abc%27&filter=id%3D%27abc%27
    ?expand=a&filter=id%3D%27abc%27 ?filter=id%3D%27${'a'.repeat(256)}%27
    ?${PAGE.replace('1', '0')} ?${PAGE.replace('1', '01')} ?${PAGE.replace('1', '100')} ?${PAGE}# ?${PAGE}?
    ?${PAGE.replace('500', '1000')} ?${PAGE.replace('=c', '=-c')} ?${PAGE.replace('created', '@random')}
    ?${PAGE.replace('&skipTotal=1', '')} ?${PAGE}&fields=id ?perPage=500&page=1&sort=created&skipTotal=1
    ?fields=*:excerpt(100) ?thumb=480x320 ?sort=created ?expand=a.b.c ?a ?`).map(
    (query) => `GET ${PROJECTS}${query}`,
  ),
  ...words(`?thumb= ?thumb=1x1 ?thumb=720x0 ?thumb=481x320 ?thumb=480x320t ?thumb=100x100f
      ?thumb=480x320&thumb=720x480 ?thumb=480%78320 ?download=1 ?token=a`).map(
    (query) => `GET ${FILE}${query}`,
  ),
  ...[
    `GET ${PROJECTS}/abcdefghijklmno?expand=a`,
    'GET /api/health?a=b',
    `POST ${CONTACT}?filter=id%3D%27a%27`,
  ],
  'POST /api/collections/micora_delete_requests/records?fields=id',
])('§6 no other query passes: %s', (call) => {
  expect(judge(call, { 'content-type': 'application/json' })).toBe(400);
});

test.each([
  ...words(`/_/ /api /api/ /api/settings /api/settings?filter=id%3D%27abc%27 /api/collections /api/logs /api/backups
    /api/crons /api/realtime /api/files/token /api/collections/projects ${CONTACT} ${CONTACT}/abcdefghijklmno
    /api/collections/micora_delete_requests/records /api/collections/_superusers/records /_/../api/logs
    ${PROJECTS}/a/b ${PROJECTS}/%61 /api//health /API/health /api/files/projects/abc/.hidden`).map(
    (address) => `GET ${address}`,
  ),
  ...words(`POST:/api/batch POST:/api/collections/_superusers/auth-with-password POST:${PROJECTS} POST:${CONTACT}/
    POST:/api/collections/users/records POST:/api/collections/pbc_1234567890/records OPTIONS:${CONTACT}
    PATCH:${PROJECTS}/abc DELETE:${PROJECTS}/abc PUT:${CONTACT}/abc post:${CONTACT} POST:/api/health`).map(
    (call) => call.replace(':', ' '),
  ),
])('§6 everything else of the backend is not there: %s', (call) => {
  expect(judge(call)).toBe(404);
});

test.each([FILE.slice(0, -4), '/api/', `${PROJECTS}/`, `${PROJECTS}?filter=`, '/api/health?'])(
  'an address that begins with %s and is longer than any of the backend is refused for that',
  (address) => {
    const rest = ADDRESS_LIMIT - address.length;
    expect(judge(`GET ${address}${'a'.repeat(rest)}`)).not.toBe(414);
    expect(judge(`GET ${address}${'a'.repeat(rest + 1)}`)).toBe(414);
  },
);

describe('a form', () => {
  const TAKEN = ['application/json', 'APPLICATION/JSON', 'application/json;charset=utf-8'];

  test.each([
    ...[...TAKEN, 'application/json ;\tcharset="UTF-8"'].map((type) => [type, undefined] as const),
    ...[
      // What a page may send to any other site, without asking that.
      ...['multipart/form-data; boundary=application/json', 'application/x-www-form-urlencoded'],
      ...['text/plain; application/json', 'application/json-patch+json', 'application/json; charset=utf-16'],
      ...['application/json; boundary=a', 'application/json, text/plain', ''],
    ].map((type) => [type, 415] as const),
  ])('of the type %j: %s', (type, status) => {
    expect(send({ 'content-type': type })).toBe(status);
  });

  test.each([
    // Who is no browser says nothing of it.
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: `http://${HOST}` },
    // Through a proxy that nobody has told this server of, TLS ends there.
    { origin: `https://${HOST}` },
    // Browsers leave the usual port out; not all that stands between does.
    { origin: 'https://www.example.com', host: 'www.example.com:443' },
    { origin: 'http://www.example.com', host: 'www.example.com:80' },
    // Through a proxy that asks by a host of its own.
    { 'sec-fetch-site': 'same-origin', origin: 'https://www.example.com', host: '10.0.0.5' },
  ])('from a page of the site is taken: %j', (headers) => {
    expect(send(headers)).toBeUndefined();
  });

  const strangers = [
    'https://www.example.com',
    `https://${HOST}.evil.example`,
    `https://evil.example/${HOST}`,
  ];

  test.each([
    ...['cross-site', 'same-site', 'anything', 'cross-site, same-origin'].map((relation) => ({
      'sec-fetch-site': relation,
    })),
    { 'sec-fetch-site': 'cross-site', origin: `https://${HOST}` },
    ...[...strangers, `ftp://${HOST}`, HOST, 'null'].map((origin) => ({ origin })),
    { origin: 'https://www.example.com', host: 'www.example.com:80' },
    { origin: 'http://www.example.com', host: 'www.example.com:443' },
    { origin: 'https://www.example.com', host: '' },
  ])('from a page of another origin is refused, before anything is said of its type: %j', (headers) => {
    expect(send(headers)).toBe(403);
    expect(send({ ...headers, 'content-type': 'text/plain' }, true)).toBe(403);
  });
});
