import { files, form, list, one } from '@site/shared/api/calls';
import type { BuildCalls } from '../release/Release';
import { assetsOnly } from './tinyBuild';

/** The files of the site that the model describes, as `storeRelease` takes them; each says its name. */
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

/** Its build; each file that browsers load of it says its name. */
export const MODEL_BUILD = assetsOnly(
  Object.fromEntries(
    ['main.js', 'shell.main.css', 'images/picture.png'].map((name) => [name, `[[asset ${name}]]`]),
  ),
  'private',
);

/** Where those files are. */
export const MODEL_FOLDER = `/assets/shell/${MODEL_BUILD.artifact.version}`;
export const MODEL_ASSETS = [...MODEL_BUILD.files.keys()].map((name) => `${MODEL_FOLDER}/${name}`);

/** What its builds declare: one of them is not live any more, and another one declares the same. */
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

/** What visitors may ask of PocketBase (§7), in no other spelling. */
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
  /** As it stands in the request line. */
  target: string;
  host: string;
  headers: string[];
  /** In bytes. */
  bodyLength: number;
  /** The body with what divides it. */
  framed: string;
}

/** What the server itself asks PocketBase when a monitor asks how the site is. */
export const DUTIES_CALL = 'GET /api/health/duties';

/** Whether a monitor asks how the site is, in any spelling. */
export function isHealthCheck({ method, target }: SentRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && decoded(addressOf(target).path) === '/health';
}

/**
 * The call to PocketBase that a request is, method and path, if it is one. This and `mayShow` know nothing of the server,
 * only the specification.
 */
export function callOf({ method, target, host, headers, bodyLength }: SentRequest): string | undefined {
  const { path, query } = addressOf(target);
  if (path.length + query.length > 1000) return undefined;
  if (!CALLS.some((call) => call.test(`${method} ${path}${query}`))) return undefined;
  // More than any form, or of a length that nobody knows where there is no form.
  const isTooMuch = bodyLength > 128 * 1024;
  const isTaken =
    method === 'POST'
      ? isJson(headers) && isOwn(host, headers)
      : !headers.includes('Transfer-Encoding: chunked');
  return isTaken && !isTooMuch ? `${method} ${path}` : undefined;
}

/** Whether a request may be answered with a file, which is `asset` or `page` and its name. */
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

/** Where an address in another case is redirected to: the page, whose name is in lower case, but for a parameter's value. */
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

/** Whether a browser says that one of the site's own pages sends it, or says nothing of it. */
function isOwn(host: string, headers: string[]): boolean {
  const relation = valueOf('Sec-Fetch-Site', headers);
  const origin = valueOf('Origin', headers);
  if (relation) return ['same-origin', 'none'].includes(relation);
  // Browsers leave the usual port out; not all that stands between does.
  const own = [`http://${host.replace(/:80$/, '')}`, `https://${host.replace(/:443$/, '')}`];
  return !origin || own.includes(origin);
}

function valueOf(name: string, headers: string[]): string {
  return (headers.find((line) => line.startsWith(`${name}: `)) ?? '').slice(name.length + 2);
}

/** Undefined if it is no text. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
