import type { Query } from '@site/shared/api/queryText';

export interface ListRead {
  collection: string;
  /** Each request's query parameters, except `page`. */
  query: Query;
  /** Whether the build reads all pages, up to the first one that is not full. If not, it reads only the first page. */
  isWhole: boolean;
}

export interface Response {
  /** The part of the URL after `/api`, including the query. */
  address: string;
  status: number;
  body: string;
}

interface KeptAnswer {
  body: string;
  /** The apps whose live builds read the address. */
  by: string[];
  /** When the answer is dropped, in milliseconds since 1970; absent while a live build reads the address. */
  until?: number;
}

interface Items {
  items: Record<string, unknown>[];
  page: number;
  perPage: number;
  totalItems: number;
  totalPages: number;
}

interface Deployment {
  /** For each app, the lists that its live build reads. */
  builds: ReadonlyMap<string, ListRead[]>;
  /** The apps whose data sources were read during the deployment, in order. */
  reads: string[];
  log: Response[];
  now: number;
}

const WEEK = 7 * 86_400_000;

/** Returns the address of one page of a list, encoded as browsers encode it. */
export function pageAddress({ collection, query }: ListRead, page: number): string {
  const parameters = Object.entries({ page, ...query }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+').replaceAll("'", '%27')}`,
  );
  return `/collections/${collection}/records?${parameters.join('&')}`;
}

/** The answers that a release must have, by the address that was read. */
export type KeptAnswers = ReadonlyMap<string, KeptAnswer>;

// The functions below follow the specification. They share no code with the release or the server, so that they can check
// both independently.

/**
 * Predicts, from the backend's responses, which answers a deployment must keep.
 *
 * @returns `kept`: the answers that the release must have; `refused`: the apps for which the backend refused a request
 * @throws Error if the deployment's requests are not the expected ones
 */
export function followDeployment(
  before: KeptAnswers,
  { builds, reads, log, now }: Deployment,
): { kept: KeptAnswers; refused: string[] } {
  const rest = [...log];
  const read = new Map<string, ReadonlyMap<string, string>>();
  const refused: string[] = [];
  for (const app of reads) {
    const own = takeRequests(builds.get(app) ?? [], rest);
    if (own) read.set(app, own);
    else refused.push(app);
  }
  const kept = collect(before, [...builds.keys()], read, now);
  takeRepeated(kept, rest);
  return { kept, refused };
}

/**
 * Predicts which answers must be kept by a deployment that does not read the backend.
 *
 * @param recalled the response bodies that each rolled-back app's restored build read when it was last live, by app and
 *   address
 */
export function followUnread(
  before: KeptAnswers,
  { apps, recalled, now }: { apps: string[]; recalled: ReadonlyMap<string, KeptBodies>; now: number },
): KeptAnswers {
  const read = [...recalled].map(([app, own]): [string, KeptBodies] => [
    app,
    new Map([...own].map(([address, body]) => [address, before.get(address)?.body ?? body])),
  ]);
  return collect(before, apps, new Map(read), now);
}

/** The bodies of the backend's responses, by address. */
export type KeptBodies = ReadonlyMap<string, string>;

/** Returns the answers that an app's live build has read, by address. */
export function readBy(kept: KeptAnswers, app: string): KeptBodies {
  const own = [...kept].filter(([, { by }]) => by.includes(app));
  return new Map(own.map(([address, { body }]) => [address, body]));
}

/**
 * Removes the responses to an app's requests from `log`.
 *
 * @returns what the app has read, by address; undefined if the backend refused a request
 * @throws Error if the app's requests are not the expected ones
 */
function takeRequests(lists: ListRead[], log: Response[]): KeptBodies | undefined {
  const own = new Map<string, string>();
  for (const list of lists) {
    for (let page = 1; ; page += 1) {
      const address = pageAddress(list, page);
      if (!own.has(address)) {
        const response = log.shift();
        if (response?.address !== address)
          throw new Error(`The source should have read ${address}, not ${response?.address}.`);
        if (response.status !== 200) return undefined;
        own.set(address, response.body);
      }
      if (!list.isWhole || isShort(own.get(address))) break;
    }
  }
  return own;
}

function collect(
  before: KeptAnswers,
  apps: string[],
  read: ReadonlyMap<string, KeptBodies>,
  now: number,
): Map<string, KeptAnswer> {
  const kept = new Map<string, KeptAnswer>();
  for (const address of new Set([
    ...before.keys(),
    ...[...read.values()].flatMap((own) => [...own.keys()]),
  ])) {
    const last = before.get(address);
    const by = apps.filter((app) => read.get(app)?.has(address) ?? last?.by.includes(app));
    // If a record was edited between two apps' reads of this address, the release keeps the first app's answer.
    const body = [...read.values()].find((own) => own.has(address))?.get(address) ?? last?.body ?? '';
    const until = last?.until ?? now + WEEK;
    if (by.length > 0) kept.set(address, { body, by });
    else if (last && until > now) kept.set(address, { body: last.body, by, until });
  }
  return kept;
}

/**
 * Updates `kept` with the responses to the reads that the deployment repeated for earlier builds.
 *
 * @param log the remaining responses, in any order
 * @throws Error if a read by earlier builds was not repeated, or if `log` contains any other read
 */
function takeRepeated(kept: Map<string, KeptAnswer>, log: Response[]): void {
  const asked = new Map(log.map((response) => [response.address, response]));
  const earlier = [...kept].filter(([, { by }]) => by.length === 0);
  for (const list of new Set(earlier.map(([address]) => listIn(address)))) {
    const until = earlier.find(([address]) => listIn(address) === list)?.[1].until ?? 0;
    for (let page = 1; ; page += 1) {
      const address = pageIn(list, page);
      const response = asked.get(address);
      if (!response) throw new Error(`${address} should have been asked again.`);
      asked.delete(address);
      if (response.status !== 200) break;
      const known = kept.get(address) ?? { by: [], until };
      if (known.by.length === 0) kept.set(address, { ...known, body: response.body });
      if (!isShort(response.body)) continue;
      for (const [later, { by }] of kept)
        if (by.length === 0 && listIn(later) === list && numberIn(later) > page) kept.delete(later);
      break;
    }
  }
  const [other] = asked.keys();
  if (other !== undefined) throw new Error(`${other} should not have been asked again.`);
}

/**
 * Returns the possible answers to a read. If `kept` has exactly this address, the only answer is the kept body, as a
 * string. Otherwise, the answers are parsed JSON: one for each list that a record may come from, or an empty page if the
 * address is after a list's last page. If the response must be a 404, the returned array is empty.
 */
export function possibleAnswers(kept: KeptAnswers, address: string): unknown[] {
  const exact = kept.get(address);
  if (exact) return [exact.body];
  const [, path, id] = /^([^?]+)\?filter=id%3D%27([\w-]{1,255})%27$/.exec(address) ?? [];
  if (path !== undefined) {
    const lists = listsIn(kept).filter(
      (list) => list.startsWith(`${path}?`) && !/[?&](?:filter|fields|expand)=/.test(list),
    );
    const whole = lists.flatMap((list) => wholeList(kept, list) ?? []);
    // A list that a live build has read takes precedence, because any other list may be out of date.
    const current = whole.some(({ isLive }) => isLive) ? whole.filter(({ isLive }) => isLive) : whole;
    return current.map(({ pages }) => {
      const items = pages.flatMap((page) => page.items).filter((item) => item.id === id);
      const total = Math.min(1, items.length);
      return { items: items.slice(0, 1), page: 1, perPage: 30, totalItems: total, totalPages: total };
    });
  }
  const whole = wholeList(kept, listIn(address));
  const page = numberIn(address);
  if (!whole || page <= whole.pages.length) return [];
  const { perPage, totalItems, totalPages } = whole.pages.at(-1) as Items;
  return [{ items: [], page, perPage, totalItems, totalPages }];
}

/**
 * Finds a list's pages in `kept`.
 *
 * @returns undefined if `kept` lacks any of the list's pages; otherwise, `pages`: the pages up to the first one that is not
 *   full; `isLive`: whether live builds read all of them
 */
function wholeList(kept: KeptAnswers, list: string): { pages: Items[]; isLive: boolean } | undefined {
  const pages: Items[] = [];
  let isLive = true;
  for (let page = 1; ; page += 1) {
    const answer = kept.get(pageIn(list, page));
    if (!answer) return undefined;
    isLive &&= answer.by.length > 0;
    pages.push(JSON.parse(answer.body) as Items);
    if (isShort(answer.body)) return { pages, isLive };
  }
}

/** Returns every list that was read, as an address with `page=?` in place of the page number. */
export function listsIn(kept: KeptAnswers): string[] {
  return [...new Set([...kept.keys()].map(listIn))];
}

/** @param list an address with `page=?` in place of the page number */
export function pageIn(list: string, page: number): string {
  return list.replace('page=?', `page=${page}`);
}

function listIn(address: string): string {
  return address.replace(/(?<=[?&])page=\d+/, 'page=?');
}

function numberIn(address: string): number {
  return Number(/(?<=[?&])page=(\d+)/.exec(address)?.[1] ?? 1);
}

function isShort(body = ''): boolean {
  const { items, perPage } = JSON.parse(body) as Items;
  return items.length < perPage;
}
