/** What Mozilla's HTTP Observatory looks at of an answer. */
interface ObservedAnswer {
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
}

/** The Observatory's tests that an answer alone decides, each with what it adds to or takes from 100. */
interface ObservatoryScore {
  score: number;
  modifiers: Record<string, number>;
}

// The figures: mdn/mdn-http-observatory 1.4.8, src/grader/charts.js; what they are given for: src/analyzer/tests.
// Not here, because no answer decides it: redirection from HTTP (0 if right) and the HSTS preload list (+5).

const UNSAFE = ["'unsafe-inline'", 'data:'];
const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const PRIVATE_REFERRER = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

/** HSTS that lasts at least so long is enough. Seconds. */
const LONG_ENOUGH = 15_552_000;

/** Bonuses count only for a site that loses no more than this. */
const LOWEST_WITH_BONUS = 90;

/**
 * The score that the Observatory gives an answer over HTTPS, from header and `<meta>` together. Of several policies
 * a source counts only if all of them allow it, as browsers have it.
 *
 * @throws Error if the page's `<meta http-equiv>` cannot be read
 */
export function observatoryScore({ headers, body }: ObservedAnswer): ObservatoryScore {
  const isPage = /^text\/html\b/.test(headers['content-type'] ?? '');
  const inPage = isPage ? readMeta(body) : [];
  const inHeader = parsePolicy(headers['content-security-policy'] ?? '');
  const modifiers = {
    'content-security-policy': scorePolicies([inHeader, ...inPage].filter(({ size }) => size > 0)),
    'x-frame-options': scoreFraming(inHeader, headers['x-frame-options']),
    'strict-transport-security': scoreTransport(headers['strict-transport-security']),
    'x-content-type-options': headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    'referrer-policy': scoreReferrer(headers['referrer-policy']),
    'cross-origin-resource-policy': scoreResourcePolicy(headers['cross-origin-resource-policy']),
    'cross-origin-resource-sharing': scoreSharing(headers),
    'subresource-integrity': isPage ? scoreIntegrity(body) : 0,
    cookies: scoreCookies(headers),
  };
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 100);
  const withoutBonus = sum(Object.values(modifiers).filter((value) => value < 0));
  return {
    score: withoutBonus < LOWEST_WITH_BONUS ? withoutBonus : sum(Object.values(modifiers)),
    modifiers,
  };
}

type Policy = Map<string, string[]>;

function parsePolicy(text: string): Policy {
  const directives = text
    .split(';')
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name);
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

function readMeta(body: string): Policy[] {
  const tags = body.match(/<meta http-equiv="Content-Security-Policy" content="[^"]*">/g) ?? [];
  if (tags.length !== (body.match(/http-equiv/gi) ?? []).length)
    throw new Error('A <meta http-equiv> is unreadable.');
  return tags.map((tag) => {
    const policy = parsePolicy((/content="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&quot;', '"'));
    for (const name of ['frame-ancestors', 'report-uri', 'sandbox']) policy.delete(name);
    return policy;
  });
}

/** The sources that every policy allows. */
function sourcesOf(policies: Policy[], name: string): string[] {
  const lists = policies
    .map((policy) => policy.get(name) ?? (name.endsWith('-src') ? policy.get('default-src') : undefined))
    .filter((list) => list !== undefined);
  const [first = ['*'], ...others] = lists;
  return first.filter((source) => others.every((list) => list.includes(source)));
}

function scorePolicies(policies: Policy[]): number {
  if (policies.length === 0) return -25;
  const has = (name: string, sources: string[]) =>
    sourcesOf(policies, name).some((source) => sources.includes(source));
  if (has('script-src', [...UNSAFE, ...BROAD]) || has('object-src', BROAD)) return -20;
  if (policies.some((policy) => [...policy.values()].flat().some((source) => source.startsWith('http:'))))
    return -20;
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) return -10;
  if (has('style-src', [...UNSAFE, ...BROAD])) return 0;
  const nothingElse = policies.some((policy) => policy.get('default-src')?.join(' ') === "'none'");
  // What the table says beside the figure, though the Observatory does not look.
  return nothingElse && !has('form-action', BROAD) ? 10 : 5;
}

function scoreFraming(inHeader: Policy, option: string | undefined): number {
  if (inHeader.has('frame-ancestors')) return 5;
  return /^(?:deny|sameorigin)$/i.test(option ?? '') ? 0 : -20;
}

function scoreTransport(header: string | undefined): number {
  const age = /^max-age=(\d+)(?:$|;)/i.exec(header ?? '')?.[1];
  if (age === undefined) return -20;
  return Number(age) >= LONG_ENOUGH ? 0 : -10;
}

function scoreReferrer(header: string | undefined): number {
  if (header === undefined) return 0;
  return PRIVATE_REFERRER.includes(header.toLowerCase()) ? 5 : -5;
}

function scoreResourcePolicy(header: string | undefined): number {
  if (header === undefined || header === 'cross-origin') return 0;
  return ['same-origin', 'same-site'].includes(header) ? 10 : -5;
}

function scoreSharing(headers: Record<string, string>): number {
  const origin = headers['access-control-allow-origin'];
  return origin && origin !== '*' && headers['access-control-allow-credentials'] === 'true' ? -50 : 0;
}

/** Of scripts from elsewhere the site has none: one of them would score 0 here, too. */
function scoreIntegrity(body: string): number {
  const scripts = body.match(/<script\b[^>]*\bsrc="[^>]*>/g) ?? [];
  if (scripts.some((script) => !/\bsrc="\/[^/]/.test(script))) return 0;
  return scripts.length > 0 && scripts.every((script) => /\bintegrity="sha(?:256|384|512)-/.test(script))
    ? 5
    : 0;
}

function scoreCookies(headers: Record<string, string>): number {
  const cookie = headers['set-cookie'];
  if (cookie === undefined) return 0;
  if (!/;\s*secure\b/i.test(cookie))
    return scoreTransport(headers['strict-transport-security']) === 0 ? -5 : -20;
  return /;\s*samesite=(?:lax|strict)\b/i.test(cookie) ? 5 : 0;
}
