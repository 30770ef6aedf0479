import { files, form, list, one } from '@site/shared/api/calls';
import type { BuildCalls } from '../release/Release';
import { assetsOnly } from './tinyBuild';

/** The names of the model site's pages and files. The content of each file contains its name. */
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

/** The model site's build. Each file for browsers contains its own file name. */
export const MODEL_BUILD = assetsOnly(
  Object.fromEntries(
    ['main.js', 'shell.main.css', 'images/picture.png'].map((name) => [name, `[[asset ${name}]]`]),
  ),
  'private',
);

/** The address of the build's browser files. */
export const MODEL_FOLDER = `/assets/shell/${MODEL_BUILD.artifact.version}`;
export const MODEL_ASSETS = [...MODEL_BUILD.files.keys()].map((name) => `${MODEL_FOLDER}/${name}`);

/** The calls that the model site's builds declare. One build is no longer live, and two builds declare the same calls. */
export const MODEL_CALLS: BuildCalls[] = [
  {
    builds: ['studio-remote/57d1000000000002', 'studio-remote/57d1000000000003'],
    calls: [list('projects', { perPage: 500, sort: 'created', skipTotal: 1 }), form('form_submits')],
  },
  {
    builds: ['studio-remote/57d1000000000001'],
    calls: [
      one('projects', 'id'),
      files('projects', ['100x100', '192x128', '480x320', '720x480', '960x640', '1440x960', '2160x1440']),
      files('projects', ['192x128f', '480x320f', '720x480f', '960x640f', '1440x960f', '2160x1440f']),
    ],
  },
  { builds: ['micora-remote/31c0000000000001'], calls: [form('micora_delete_requests')] },
];

const SIZES = '100x100|192x128f?|480x320f?|720x480f?|960x640f?|1440x960f?|2160x1440f?';

/** The calls that visitors may make to PocketBase (§7), in their only valid spelling. */
const CALLS = [
  /^(?:GET|HEAD) \/api\/health$/,
  /^(?:GET|HEAD) \/api\/collections\/projects\/records(?:\/\w+|\?page=[1-9]\d?&perPage=500&sort=created&skipTotal=1|\?filter=id%3D%27[\w-]{1,255}%27)?$/,
  new RegExp(
    String.raw`^(?:GET|HEAD) /api/files/(?:projects|pbc_484305853|pbc_25577251|pbc_1728016938)/\w+/\w[\w.-]*(?:\?thumb=(?:${SIZES}))?$`,
  ),
  /^POST \/api\/collections\/(?:form_submits|micora_delete_requests)\/records$/,
];

/** A request as it is sent over the network. */
export interface SentRequest {
  method: string;
  /** The address in the request line. */
  target: string;
  host: string;
  headers: string[];
  /** The length of the body without chunk headers, in bytes. */
  bodyLength: number;
  /** The body; with chunk headers if it is sent in chunks. */
  framed: string;
}

/** The request that the server itself sends to PocketBase for `/health`. */
export const DUTIES_CALL = 'GET /api/health/duties';

/** Whether a request is for `/health`, in any spelling. */
export function isHealthCheck({ method, target }: SentRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && decoded(addressOf(target).path) === '/health';
}

/**
 * The call that the server should make to PocketBase for a request, as method and path; undefined if it should make
 * none. Like `mayShow`, this is written from the specification, independently of the server.
 */
export function callOf({ method, target, host, headers, bodyLength }: SentRequest): string | undefined {
  const { path, query } = addressOf(target);
  if (path.length + query.length > 1000) return undefined;
  if (!CALLS.some((call) => call.test(`${method} ${path}${query}`))) return undefined;
  if (bodyLength > 128 * 1024) return undefined;
  // Only forms may have a body of unknown length.
  const isAccepted =
    method === 'POST'
      ? isJson(headers) && isOwn(host, headers)
      : !headers.includes('Transfer-Encoding: chunked');
  return isAccepted ? `${method} ${path}` : undefined;
}

/** Whether the server may answer a request with a file. @param shown the file, as `asset <name>` or `page <name>` */
export function mayShow(shown: string, { method, target }: SentRequest): boolean {
  const [kind, name = ''] = shown.split(' ');
  const { path } = addressOf(target);
  const text = decoded(path);
  if (!['GET', 'HEAD'].includes(method) || text === undefined || text.includes('\0')) return false;
  if (kind === 'asset') return path === `${MODEL_FOLDER}/${name}`;
  if (kind !== 'page' || name.endsWith('404.html')) return false;
  if (name === 'notes/_.html') return /^\/notes\/[!-.0-~]+$/.test(path);
  return path === `/${name.replace(/(?:index)?\.html$/, '')}`;
}

/**
 * The address that a path with upper-case letters redirects to. It is in lower case, except for a parameter's value.
 */
export function inCaseOfPage(path: string): string {
  const [, pattern, value = ''] = /^(\/(?:projects|notes)\/)(.+)$/i.exec(path) ?? [];
  return pattern ? pattern.toLowerCase() + value : path.toLowerCase();
}

/** Splits an address, which may begin with an origin. HTTP servers ignore spaces around it in the request line. */
function addressOf(target: string): { path: string; query: string } {
  const address = target.replace(/^ +| +$/g, '');
  const [, origin, path = '', query = ''] =
    /^(https?:\/\/\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?(?::\d+)?(?=[/?]|$))?([^?]*)(.*)$/is.exec(address) ?? [];
  return { path: origin && path === '' ? '/' : path, query };
}

function isJson(headers: string[]): boolean {
  const type = valueOf('Content-Type', headers).trim();
  return /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8"))?$/i.test(type);
}

/** Whether the browser's headers say that a page of the site sent the request. Also true without these headers. */
function isOwn(host: string, headers: string[]): boolean {
  const relation = valueOf('Sec-Fetch-Site', headers);
  const origin = valueOf('Origin', headers);
  if (relation) return ['same-origin', 'none'].includes(relation);
  // Browsers omit the default port; some proxies do not.
  const own = [`http://${host.replace(/:80$/, '')}`, `https://${host.replace(/:443$/, '')}`];
  return !origin || own.includes(origin);
}

function valueOf(name: string, headers: string[]): string {
  return (headers.find((line) => line.startsWith(`${name}: `)) ?? '').slice(name.length + 2);
}

/** Decodes a path; undefined if its escapes are not valid UTF-8. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
