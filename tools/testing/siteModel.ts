import { files, form, list, one } from '@site/shared/api/calls';
import type { BuildCalls } from '../release/Release';
import { assetsOnly } from './tinyBuild';

/** The files of the modelled site, as `storeRelease` takes them. Each contains its name. */
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

/** The site's build. Each browser file contains its name. */
export const MODEL_BUILD = assetsOnly(
  Object.fromEntries(
    ['main.js', 'shell.main.css', 'images/picture.png'].map((name) => [name, `[[asset ${name}]]`]),
  ),
  'private',
);

/** The addresses of those files. */
export const MODEL_FOLDER = `/assets/shell/${MODEL_BUILD.artifact.version}`;
export const MODEL_ASSETS = [...MODEL_BUILD.files.keys()].map((name) => `${MODEL_FOLDER}/${name}`);

/** The calls that its builds declare. One build is no longer live, and two declare the same call. */
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

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  /** As in the request line. */
  target: string;
  host: string;
  headers: string[];
  /** In bytes. */
  bodyLength: number;
  /** The body, with its chunk headers. */
  framed: string;
}

/** The request of the server itself to PocketBase for `/health`. */
export const DUTIES_CALL = 'GET /api/health/duties';

/** Whether a request is for `/health`, in any spelling. */
export function isHealthCheck({ method, target }: SentRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && decoded(addressOf(target).path) === '/health';
}

/**
 * The call to PocketBase, as method and path, that a request is; undefined if it is none. This and `mayShow` are
 * written from the specification, independently of the server.
 */
export function callOf({ method, target, host, headers, bodyLength }: SentRequest): string | undefined {
  const { path, query } = addressOf(target);
  if (path.length + query.length > 1000) return undefined;
  if (!CALLS.some((call) => call.test(`${method} ${path}${query}`))) return undefined;
  // A body that is too large, or one of unknown length where no form is expected.
  const isTooMuch = bodyLength > 128 * 1024;
  const isTaken =
    method === 'POST'
      ? isJson(headers) && isOwn(host, headers)
      : !headers.includes('Transfer-Encoding: chunked');
  return isTaken && !isTooMuch ? `${method} ${path}` : undefined;
}

/** Whether a request may be answered with a file, given as `asset` or `page` and its name. */
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

/** The page to which an address in another case redirects. All but a parameter's value is in lower case. */
export function inCaseOfPage(path: string): string {
  const [, pattern, value = ''] = /^(\/(?:projects|notes)\/)(.+)$/i.exec(path) ?? [];
  return pattern ? pattern.toLowerCase() + value : path.toLowerCase();
}

/**
 * The parts of an address, which may have a host before them. Spaces around it are more of what divides it from the
 * method and the version, as HTTP servers read it.
 */
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

/** Whether the browser's headers say that a page of the site sends it, or are absent. */
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

/** Undefined if the body is not text. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
