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

/** Its assets, below `/assets/`. */
export const MODEL_ASSETS = ['shell/s1/main.js', 'shell/s1/shell.main.css', 'shell/s1/images/picture.png'];

/** What visitors may ask of PocketBase (§7). */
const CALLS: [methods: string[], ...segments: (string | RegExp)[]][] = [
  [['GET', 'HEAD'], 'api', 'health'],
  [['GET', 'HEAD'], 'api', 'collections', 'projects', 'records'],
  [['GET', 'HEAD'], 'api', 'collections', 'projects', 'records', /^[a-z0-9_]+$/i],
  [['GET', 'HEAD'], 'api', 'files', /^[a-z0-9_]+$/i, /^[a-z0-9_]+$/i, /^[a-z0-9_][a-z0-9_.-]*$/i],
  [['POST'], 'api', 'collections', 'form_submits', 'records'],
  [['POST'], 'api', 'collections', 'micora_delete_requests', 'records'],
];

/** What pages ask of a list and of pictures besides; the dashboard's editor may write the first of the sizes. */
const THUMBS = ['100x100', '192x128', '480x320', '720x480', '960x640', '1440x960'];
const WHOLE_THUMBS = ['192x128f', '480x320f', '720x480f', '960x640f', '1440x960f'];

/** A release that is only seen by whoever asks for it. */
export const MODEL_PREVIEW = '20261121T101800000Z-00112233445566778899aabbccddeeff';

interface ModelRequest {
  method: string;
  /** As it stands in the request line. */
  target: string;
  host: string;
  headers: string[];
  /** In bytes. */
  bodyLength: number;
}

/**
 * What the site has to do with a request: `call`, `asset <file>`, `page <file>`, `preview <file>`, `redirect <address>`,
 * or `refusal`. It knows nothing of the server, only the specification.
 */
export function judge({ method, target, host, headers, bodyLength }: ModelRequest): string {
  const { path, query } = addressOf(target);
  const segments = path.split('/').slice(1);
  if (!path.startsWith('/') || !isText(path) || !/^ *[\x21-\x7e]+ *$/.test(target)) return 'refusal';
  // More than any form, or of a length that nobody knows where there is no form.
  if (bodyLength > 128 * 1024 || (method !== 'POST' && headers.includes('Transfer-Encoding: chunked')))
    return 'refusal';
  if (CALLS.some(([methods, ...call]) => methods.includes(method) && isSame(segments, call))) {
    const isTaken = method !== 'POST' || (isJson(headers) && isOwn(host, headers));
    return isTaken && isAsked(segments, query) ? 'call' : 'refusal';
  }
  if (segments[0] === 'api' || !['GET', 'HEAD'].includes(method)) return 'refusal';

  if (segments[0] === 'assets') {
    const asset = MODEL_ASSETS.find((file) => path === `/assets/${file}`);
    return asset ? `asset ${asset}` : 'refusal';
  }
  const kind =
    releaseIn(headers.flatMap((line) => line.split(/^Cookie: |; */))) === MODEL_PREVIEW ? 'preview' : 'page';
  const file = MODEL_FILES.find((name) => !name.endsWith('.html') && path === `/${name}`);
  if (file) return `${kind} ${file}`;

  const plain = plainAddress(path);
  if (plain !== path) return judgeRedirect(plain + query);
  if (['live', MODEL_PREVIEW].includes(releaseIn(query.slice(1).split('&')))) return judgeRedirect(path);
  const names = plain === '/' ? ['index'] : plain.slice(1).split('/');
  const isHidden = ['/index', '/404'].includes(plain) || /^_(?:\.404)?$/.test(names.at(-1) ?? '');
  const pattern = [...names.slice(0, -1), '_.html'].join('/');
  const page = [...(isHidden ? [] : [`${names.join('/')}.html`]), pattern].find((name) =>
    MODEL_FILES.includes(name),
  );
  return page ? `${kind} ${page}` : 'refusal';
}

/** What a redirect is: one to another is where that leads to, one to a refusal is a refusal; none leads to another site. */
export function judgeRedirect(target: string): string {
  const next = judge({ method: 'GET', target, host: '', headers: [], bodyLength: 0 });
  if (!/^\/(?![/\\])/.test(target)) return `redirect to another site: ${target}`;
  return next === 'refusal' || next.startsWith('redirect ') ? next : `redirect ${target}`;
}

/**
 * The parts of an address, which may have a host before them. Spaces around it are more of what divides it from the
 * method and the version, as HTTP servers read it.
 */
export function addressOf(target: string): { path: string; query: string } {
  const address = target.replace(/^ +| +$/g, '');
  const [, origin, path = '', query = ''] =
    /^(https?:\/\/\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?(?::\d+)?(?=[/?]|$))?([^?]*)(.*)$/is.exec(address) ?? [];
  return { path: origin && path === '' ? '/' : path, query };
}

function releaseIn(pairs: string[]): string {
  return pairs.find((pair) => pair.startsWith('release='))?.slice('release='.length) ?? '';
}

/** The one address of what a path leads to: letters as they are, single slashes, nothing that means nothing. */
function plainAddress(path: string): string {
  const decoded = decodeURIComponent(path.replaceAll(/%2f/gi, '%252f'));
  const names = (/^[a-z0-9_/-]+$/i.test(decoded) ? decoded : path)
    .split(/[/\\]/)
    .filter((name) => name !== '');
  while (names.at(-1) === 'index.html') names.pop();
  return `/${names.join('/')}`;
}

function isSame(segments: string[], call: (string | RegExp)[]): boolean {
  return (
    segments.length === call.length &&
    call.every((name, index) => {
      const segment = segments[index] ?? '';
      return typeof name === 'string' ? segment === name : name.test(segment);
    })
  );
}

/** Whether pages ask this with that query, in that spelling. */
function isAsked([, kind, collection, list, id]: string[], query: string): boolean {
  const values = new URLSearchParams(query);
  if (query !== '' && query !== `?${values.toString()}`) return false;
  const { page, ...more } = Object.fromEntries(values);
  if (query === '') return true;
  if (kind === 'files') return [...THUMBS, ...WHOLE_THUMBS].some((size) => query === `?thumb=${size}`);
  if (collection !== 'projects' || list !== 'records' || id !== undefined) return false;
  if (page === undefined) return /^id='[a-z0-9_]{1,255}'$/i.test(more.filter ?? '') && values.size === 1;
  const rest = { perPage: '500', sort: 'created', skipTotal: '1' };
  return /^[1-9]\d?$/.test(page) && JSON.stringify(more) === JSON.stringify(rest) && values.size === 4;
}

function isJson(headers: string[]): boolean {
  const type = valueOf('Content-Type', headers).trim();
  return /^application\/json *(?:; *charset=(?:utf-8|"utf-8"))?$/i.test(type);
}

/** Whether a browser says that one of the site's own pages sends it, or says nothing of it. */
function isOwn(host: string, headers: string[]): boolean {
  const relation = valueOf('Sec-Fetch-Site', headers);
  const origin = valueOf('Origin', headers);
  if (relation) return ['same-origin', 'none'].includes(relation);
  return !origin || [`http://${host}`, `https://${host}`].includes(origin);
}

function valueOf(name: string, headers: string[]): string {
  return (headers.find((line) => line.startsWith(`${name}: `)) ?? '').slice(name.length + 2);
}

function isText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
