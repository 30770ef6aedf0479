import { sha256 } from '../build/sha256';
import type { Release } from '../release/Release';
import { assetsOnly } from './tinyBuild';

/** The names of the model site's pages and other files. Each file contains its own name. */
export const MODEL_FILES = [
  '404.html',
  'index.html',
  'about.html',
  'projects.html',
  'projects/abc.html',
  'projects/_.404.html',
  'notes/_.html',
  'micora.html',
  'micora/verification.html',
  'release.json',
  'robots.txt',
  'favicon.ico',
  '.well-known/apple-app-site-association',
  'remotes/studio/mf-manifest.json',
];

/** The model site's build. Each file for browsers contains its own name. */
export const MODEL_BUILD = assetsOnly(
  Object.fromEntries(
    ['main.js', 'shell.main.css', 'images/picture.png'].map((name) => [name, `[[asset ${name}]]`]),
  ),
  'private',
);

export const MODEL_FOLDER = `/assets/shell/${MODEL_BUILD.description.version}`;
export const MODEL_ASSETS = [...MODEL_BUILD.files.keys()].map((name) => `${MODEL_FOLDER}/${name}`);

const PROJECTS = { collectionId: 'pbc_484305853', collectionName: 'projects' };
const LIST = '/collections/projects/records?page=1&perPage=500&sort=created&skipTotal=1';

/** The backend's answers that the model site has read, by address. Each record contains its own id. */
export const MODEL_ANSWERS: Readonly<Record<string, object>> = {
  [LIST]: {
    items: ['abcdefghijklmno', 'a', 'a-b'].map((id) => ({ ...PROJECTS, id, title: `[[record ${id}]]` })),
    ...{ page: 1, perPage: 500, totalItems: -1, totalPages: -1 },
  },
  '/collections/notes/records?expand=project': {
    items: [{ id: 'n1', title: '[[record n1]]', expand: { project: { ...PROJECTS, id: 'a' } } }],
    ...{ page: 1, perPage: 30, totalItems: 1, totalPages: 1 },
  },
};

/** The part of the model site's release that says what visitors may read and send. */
export const MODEL_ACCESS: Pick<Release, 'answers' | 'forms'> = {
  answers: Object.fromEntries(
    Object.entries(MODEL_ANSWERS).map(([address, answer]) => [
      address,
      {
        content: sha256(JSON.stringify(answer)),
        by: ['shell'],
        collections: Object.values(PROJECTS),
      },
    ]),
  ),
  forms: { shell: ['form_submits', 'micora_delete_requests'] },
};

/** Patterns of the calls that visitors may make to PocketBase (§7). No other spelling of a call is valid. */
const CALLS = [
  /^(?:GET|HEAD) \/api\/files\/(?:projects|pbc_484305853)\/\w{1,255}\/\w[\w.-]{0,255}(?:\?thumb=\d{1,4}x\d{1,4}[tbf]?)?$/,
  /^POST \/api\/collections\/(?:form_submits|micora_delete_requests)\/records$/,
];

export interface SentRequest {
  method: string;
  /** The address in the request line. */
  target: string;
  host: string;
  headers: string[];
  /** The length of the body in bytes, without chunk headers. */
  bodyLength: number;
  /** The body as it is sent, with chunk headers if it is chunked. */
  framed: string;
}

/** The request that the server sends to PocketBase when `/health` is requested. */
export const CHECKS_CALL = 'GET /api/health/checks';

export function isHealthCheck({ method, target }: SentRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && decoded(splitTarget(target).path) === '/health';
}

/**
 * Returns the method and path of the call that the server should make to PocketBase for a request; undefined if it should
 * make no call. Like `mayShow`, this function follows the specification, and shares no code with the server.
 */
export function expectedCall({ method, target, host, headers, bodyLength }: SentRequest): string | undefined {
  const { path, query } = splitTarget(target);
  if (!CALLS.some((call) => call.test(`${method} ${path}${query}`))) return undefined;
  if (bodyLength > 128 * 1024) return undefined;
  // A chunked body, whose length is not known in advance, is allowed only in a form submission.
  const isAccepted =
    method === 'POST'
      ? isJson(headers) && isOwn(host, headers)
      : !headers.includes('Transfer-Encoding: chunked');
  return isAccepted ? `${method} ${path}` : undefined;
}

/**
 * Whether the response to a request may contain the given content.
 *
 * @param shown `asset <name>` or `page <name>` for the content of that file, or `record <id>` for a list that begins with
 *   that record
 */
export function mayShow(shown: string, { method, target }: SentRequest): boolean {
  const [kind, name = ''] = shown.split(' ');
  const { path, query } = splitTarget(target);
  const text = decoded(path);
  if (!['GET', 'HEAD'].includes(method) || text === undefined || text.includes('\0')) return false;
  if (kind === 'record') return mayRead(name, path, query);
  if (kind === 'asset') return path === `${MODEL_FOLDER}/${name}`;
  if (kind !== 'page' || name.endsWith('404.html')) return false;
  if (name === 'notes/_.html') return /^\/notes\/[!-.0-~]+$/.test(path);
  return path === `/${name.replace(/(?:index)?\.html$/, '')}`;
}

/** Whether a request may get an empty list, because it reads an unknown record or a page after the last one. */
export function mayBeEmpty({ method, target }: SentRequest): boolean {
  const { path, query } = splitTarget(target);
  if (method !== 'GET' || path !== '/api/collections/projects/records') return false;
  const asked = new URLSearchParams(query);
  const page = asked.get('page') ?? '';
  const later = { page, perPage: '500', sort: 'created', skipTotal: '1' };
  const [, id] = /^id='([\w-]{1,255})'$/.exec(asked.get('filter') ?? '') ?? [];
  if (id !== undefined) return asked.size === 1 && !['abcdefghijklmno', 'a', 'a-b'].includes(id);
  const names = [...asked.keys()].sort().join();
  return Number(page) > 1 && names === Object.keys(later).sort().join() && asked.get('perPage') === '500';
}

function mayRead(id: string, path: string, query: string): boolean {
  const asked = new URLSearchParams(query);
  const isAsked = (parameters: Record<string, string>) =>
    asked.toString() === new URLSearchParams(parameters).toString();
  if (path === '/api/collections/notes/records') return id === 'n1' && isAsked({ expand: 'project' });
  if (path !== '/api/collections/projects/records') return false;
  const first = { page: '1', perPage: '500', sort: 'created', skipTotal: '1' };
  return (id === 'abcdefghijklmno' && isAsked(first)) || isAsked({ filter: `id='${id}'` });
}

/**
 * Returns the address that a path with upper-case letters is redirected to. The path is converted to lower case, but the
 * value of a path parameter is left unchanged.
 */
export function inCaseOfPage(path: string): string {
  const [, pattern, value = ''] = /^(\/(?:projects|notes)\/)(.+)$/i.exec(path) ?? [];
  return pattern ? pattern.toLowerCase() + value : path.toLowerCase();
}

/**
 * Splits an address, which may begin with an origin, into path and query. Ignores spaces around the address, as HTTP
 * servers do.
 */
function splitTarget(target: string): { path: string; query: string } {
  const address = target.replace(/^ +| +$/g, '');
  const [, origin, path = '', query = ''] =
    /^(https?:\/\/\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?(?::\d+)?(?=[/?]|$))?([^?]*)(.*)$/is.exec(address) ?? [];
  return { path: origin && path === '' ? '/' : path, query };
}

function isJson(headers: string[]): boolean {
  const type = findValue('Content-Type', headers).trim();
  return /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8"))?$/i.test(type);
}

/**
 * Whether a request may have come from a page of the site, according to the headers `Sec-Fetch-Site` and `Origin`, which
 * browsers add. Returns true if the request has neither header.
 */
function isOwn(host: string, headers: string[]): boolean {
  const relation = findValue('Sec-Fetch-Site', headers);
  const origin = findValue('Origin', headers);
  if (relation) return ['same-origin', 'none'].includes(relation);
  // Browsers omit the default port from `Origin`, but some proxies add it to `Host`.
  const own = [`http://${host.replace(/:80$/, '')}`, `https://${host.replace(/:443$/, '')}`];
  return !origin || own.includes(origin);
}

function findValue(name: string, headers: string[]): string {
  return (headers.find((line) => line.startsWith(`${name}: `)) ?? '').slice(name.length + 2);
}

/** @returns undefined if the path has malformed percent escapes, or if they do not decode to valid UTF-8 */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

export const MODEL_RELEASE: Release = {
  site: '5173000000000001',
  id: '20261121T101500123Z-1a2b3c4d',
  createdAt: '2026-11-21T10:15:00.123Z',
  builds: {},
  data: {},
  pages: {},
  files: {},
  log: [],
  ...MODEL_ACCESS,
};
