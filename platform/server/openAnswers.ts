import { gunzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { dataKey } from '../release/readData';
import type { Release } from '../release/Release';
import { FILE_HEADERS } from './securityHeaders';
import { GZIP, PLAIN, rawHeaders, type SentFile } from './sendFile';
import { splitAddress } from './siteAddress';
import type { SiteSource } from './SiteSource';

/** The maximum total length of all cached list pages, in characters. */
const MEMORY = 64 * 1024 * 1024;

const ENCODINGS = [GZIP, PLAIN];

/** Matches a `filter` that selects one record by its id (§7). */
const BY_ID = /^id='([\w-]{1,255})'$/;

/** If a list was read with one of these query parameters, it may lack records or fields, or contain expanded records. */
const NARROWING = ['filter', 'fields', 'expand'];

/** The number of records per page if a read does not specify `perPage`. */
const DEFAULT_SIZE = 30;

/** A list of records that the release has read from the backend, page by page. */
interface List {
  path: string;
  /** The query of one of the list's pages. The queries of its other pages differ only in `page`. */
  query: URLSearchParams;
  /** The hashes of the list's pages, in order; undefined for a page that was not read. */
  pages: (string | undefined)[];
  /** Whether any of the list's pages were read only by earlier builds. Such a page may be out of date. */
  isFormer: boolean;
}

interface ListPage {
  perPage: number;
  totalItems: number;
  totalPages: number;
  count: number;
  /** The records that have an id, each as JSON, by id. */
  records: ReadonlyMap<string, string>;
}

interface Index {
  release: Release;
  exact: ReadonlyMap<string, SentFile>;
  lists: ReadonlyMap<string, List>;
  /**
   * The lists that were read without any of the `NARROWING` parameters, by path. For each path, the lists with `isFormer`
   * come last.
   */
  wholeLists: ReadonlyMap<string, List[]>;
  /** The names and ids of the collections whose files visitors may load. */
  collections: ReadonlySet<string>;
  headers: readonly string[];
}

/**
 * Returns functions that answer visitors' reads (§7) with what the live release has read from the backend. `findAnswer`
 * decides which reads are answered.
 *
 * @param source provides the stored answers
 * @param overrides response headers that replace the site's own
 */
export function openAnswers(
  source: Pick<SiteSource, 'read'>,
  overrides: Readonly<Record<string, string>> = {},
) {
  let current: Index | undefined;
  const pages = new LRUCache<string, { page: ListPage; length: number }>({
    maxSize: MEMORY,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: async (hash) => {
      const text = (await readText(source, hash)).toString();
      return { page: parseListPage(text), length: text.length };
    },
  });

  function getIndex(release: Release): Index {
    if (current?.release !== release) current = indexAnswers(release, overrides);
    return current;
  }

  async function readPage(hash: string): Promise<ListPage> {
    const found = await pages.fetch(hash);
    if (!found) throw new Error(`${dataKey(hash)} cannot be read.`);
    return found.page;
  }

  /**
   * Reads the pages of a list in order, up to and including the last page. The last page is the first that is not full.
   *
   * @returns undefined if the release has not read the list to its end
   */
  async function readWhole({ pages: hashes }: List): Promise<{ hash: string; page: ListPage }[] | undefined> {
    const read: { hash: string; page: ListPage }[] = [];
    for (const hash of hashes) {
      if (hash === undefined) return undefined;
      const page = await readPage(hash);
      read.push({ hash, page });
      if (page.count < page.perPage) return read;
    }
    return undefined;
  }

  /**
   * Finds the answer to a read of one record, and returns the answer's key. If no record has the id, the answer is an empty
   * list.
   *
   * @param lists lists of complete records, from `Index.wholeLists`
   * @returns undefined if none of the lists was read to its end
   */
  async function findRecord(lists: List[], id: string): Promise<string | undefined> {
    for (const list of lists) {
      const read = await readWhole(list);
      if (!read) continue;
      const found = read.find(({ page }) => page.records.has(id));
      return found ? `records/${found.hash}/${id}.json` : `records/none/1-${DEFAULT_SIZE}-0-0.json`;
    }
    return undefined;
  }

  return {
    /**
     * Finds the answer to a read.
     *
     * - A read that the release itself has made gets the stored answer.
     * - If a list was read to its end, every later page of the list is empty.
     * - If a list of complete records was read to its end, each of its records can also be read by its id. A read with any
     *   other id gets an empty list.
     *
     * @param address the raw path and query, without `/api`
     * @returns undefined if the release has no answer
     */
    async findAnswer(release: Release, address: string): Promise<SentFile | undefined> {
      const { headers, exact, lists, wholeLists } = getIndex(release);
      const found = exact.get(address);
      if (found) return found;
      const { path, query } = splitAddress(address);
      const parameters = new URLSearchParams(query);
      const respelt = exact.get(addressWith(path, parameters));
      if (respelt) return respelt;

      const sent = (key: string) => sentAnswer(key, headers);
      const id = BY_ID.exec(parameters.get('filter') ?? '')?.[1];
      if (id !== undefined && parameters.size === 1) {
        const key = await findRecord(wholeLists.get(path) ?? [], id);
        return key === undefined ? undefined : sent(key);
      }

      const number = Number(parameters.get('page') ?? 1);
      const list = lists.get(listName(path, parameters));
      if (!list || !Number.isSafeInteger(number)) return undefined;
      const read = await readWhole(list);
      const last = read?.at(-1)?.page;
      if (!read || !last || number <= read.length) return undefined;
      return sent(`records/none/${number}-${last.perPage}-${last.totalItems}-${last.totalPages}.json`);
    },

    /**
     * Whether the release has read any records of a collection. If so, visitors may load the collection's files.
     *
     * @param collection the collection's name or id
     */
    hasRead: (release: Release, collection: string): boolean => getIndex(release).collections.has(collection),

    /** @param key the key from `findAnswer`, followed by the suffix of an encoding, if any */
    async read(key: string): Promise<Buffer | undefined> {
      if (key.startsWith('data/')) {
        const hash = hashIn(key);
        return key === dataKey(hash) ? source.read(key) : readText(source, hash);
      }
      const [, hash = '', name = ''] = /^records\/(\w+)\/([\w-]+)\.json(?:\.gz)?$/.exec(key) ?? [];
      const text = hash === 'none' ? noRecords(name) : await oneRecord(hash, name);
      return key.endsWith('.gz') ? promisify(gzip)(text, { level: 1 }) : Buffer.from(text);
    },
  };

  async function oneRecord(hash: string, id: string): Promise<string> {
    const record = (await readPage(hash)).records.get(id);
    return `{"items":[${record}],"page":1,"perPage":${DEFAULT_SIZE},"totalItems":1,"totalPages":1}`;
  }
}

export type FoundAnswers = ReturnType<typeof openAnswers>;

/**
 * Formats an empty list the way PocketBase does.
 *
 * @param numbers page number, page size, total items and total pages, separated by hyphens
 */
function noRecords(numbers: string): string {
  const [page, perPage, totalItems, totalPages] = numbers.split(/(?<=\d)-/);
  return `{"items":[],"page":${page},"perPage":${perPage},"totalItems":${totalItems},"totalPages":${totalPages}}`;
}

function indexAnswers(release: Release, overrides: Readonly<Record<string, string>>): Index {
  const headers = rawHeaders(
    FILE_HEADERS,
    { 'cache-control': 'no-cache', 'content-type': 'application/json', vary: 'accept-encoding' },
    overrides,
  );
  const exact = new Map<string, SentFile>();
  const lists = new Map<string, List>();
  const wholeLists = new Map<string, List[]>();
  for (const [address, { content, by }] of Object.entries(release.answers)) {
    exact.set(address, sentAnswer(answerKey(content), headers));
    const { path, query } = splitAddress(address);
    const parameters = new URLSearchParams(query);
    const name = listName(path, parameters);
    const list = lists.get(name) ?? { path, query: parameters, pages: [], isFormer: false };
    lists.set(name, list);
    list.isFormer ||= by.length === 0;
    const number = Number(parameters.get('page') ?? 1);
    if (Number.isSafeInteger(number) && number > 0) list.pages[number - 1] = content;
  }
  for (const list of lists.values()) {
    if (NARROWING.some((parameter) => list.query.has(parameter))) continue;
    const others = wholeLists.get(list.path) ?? [];
    wholeLists.set(list.path, list.isFormer ? [...others, list] : [list, ...others]);
  }
  return {
    release,
    exact,
    lists,
    wholeLists,
    collections: new Set(Object.values(release.answers).flatMap(({ collections }) => collections)),
    headers,
  };
}

function sentAnswer(key: string, headers: readonly string[]): SentFile {
  return { key, encodings: ENCODINGS, status: 200, headers, isKept: true };
}

function listName(path: string, parameters: URLSearchParams): string {
  const others = new URLSearchParams(parameters);
  others.delete('page');
  return addressWith(path, others);
}

/** Joins a path and a query. Formats the query the way `queryText` does. */
function addressWith(path: string, parameters: URLSearchParams): string {
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

function parseListPage(text: string): ListPage {
  const { items, perPage, totalItems, totalPages } = JSON.parse(text) as Record<string, unknown>;
  const records = new Map<string, string>();
  const listed = Array.isArray(items) ? (items as unknown[]) : [];
  for (const item of listed) {
    const { id } = (item ?? {}) as { id?: unknown };
    if (typeof id === 'string') records.set(id, JSON.stringify(item));
  }
  const numberIn = (value: unknown) => (typeof value === 'number' ? value : -1);
  return {
    // If the page size is unknown, it is set to -1, so that `readWhole` never treats a page as the last one.
    perPage: Array.isArray(items) ? numberIn(perPage) : -1,
    totalItems: numberIn(totalItems),
    totalPages: numberIn(totalPages),
    count: listed.length,
    records,
  };
}

/** Returns an answer's key for `SentFile`, without the suffix `.gz`. The store has only the compressed answer. */
function answerKey(hash: string): string {
  return dataKey(hash).replace(/\.gz$/, '');
}

function hashIn(key: string): string {
  return key.replace(/^data\/|\..*$/g, '');
}

async function readText(source: Pick<SiteSource, 'read'>, hash: string): Promise<Buffer> {
  const stored = await source.read(dataKey(hash));
  if (!stored) throw new Error(`${dataKey(hash)} is missing from the store.`);
  return promisify(gunzip)(stored);
}
