import { logOnce } from '@site/shared/node/logOnce';
import { errorMessage } from '@site/shared/node/errorMessage';
import type { FieldReport } from '@site/shared/field';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { believedBy, countReport, type Believed } from './countReport';
import { fieldPage } from './fieldPage';
import { fileKey, KEPT_DAYS, listDays, readFile, type FieldFile } from './FieldFile';
import { readDays, type DayFigures } from './readDays';

const MINUTE = 60_000;

/** The maximum number of reports that are counted per network per hour. */
const PER_NETWORK = 60;

/** The maximum number of networks whose reports are counted in an hour. Reports from further networks are ignored. */
const MAX_NETWORKS = 20_000;

/** The key of the HTML page that shows all figures. Each day's figures are stored in a folder beside it. */
export const FIELD_PAGE = 'field.html';

export interface Field {
  /** Counts a report. The sender's network is kept only in memory, and only until the end of the hour. */
  take(report: FieldReport, network: string, release: Release): void;
  /** Stops the regular writes, and writes the figures one last time. */
  close(): Promise<void>;
}

interface FieldOptions {
  /** An id for this process. It stays the same across restarts, and is unique among the site's processes. */
  process: string;
  /**
   * Receives messages about failed writes. The same message is logged again only if a write has succeeded in the meantime.
   * A failed write is retried after the interval `every`.
   */
  log: (line: string) => void;
  /** The interval between writes, in milliseconds; one minute by default. */
  every?: number;
  now?: () => Date;
}

/**
 * Starts counting reports, and adds them to the figures that this process has already stored today. At once and after each
 * interval, it writes the process's figures, writes an HTML page with the figures of all processes, and deletes the figures
 * of all days except the last 30.
 *
 * @throws Error if the store cannot be read
 */
export async function openField(
  store: Store,
  { process: name, log, every = MINUTE, now = () => new Date() }: FieldOptions,
): Promise<Field> {
  const process = name.replaceAll(/[^\w.-]/g, '_').slice(0, 100);
  const today = () => now().toISOString().slice(0, 10);
  const once = logOnce(log);
  let day = today();
  let file: FieldFile = (await readFile(store, fileKey(day, process))) ?? {};
  let isChanged = false;
  let networks = new Map<string, number>();
  let hour = '';
  let believed: { release: Release; what: Believed } | undefined;
  /** Caches the figures of past days, so that they are not read again for every write. */
  const ended = new Map<string, DayFigures>();

  function beginHour(): void {
    const current = now().toISOString().slice(0, 13);
    if (current !== hour) networks = new Map();
    hour = current;
  }

  async function write(): Promise<void> {
    beginHour();
    if (isChanged) {
      isChanged = false;
      await store.write(fileKey(day, process), JSON.stringify(file)).catch((error: unknown) => {
        isChanged = true;
        throw error;
      });
    }
    if (day !== today()) {
      day = today();
      file = {};
    }
    const first = new Date(now().getTime() - (KEPT_DAYS - 1) * 24 * 60 * MINUTE).toISOString().slice(0, 10);
    for (const old of (await listDays(store)).filter((one) => one < first))
      for (const { key } of await store.list(`${old}/`, { deep: true })) await store.remove(key);
    await store.write(FIELD_PAGE, fieldPage(await readDays(store, ended, day), now()));
    once.reset();
  }

  let writing = Promise.resolve();
  const tryWrite = () =>
    (writing = writing
      .then(write)
      .catch((error: unknown) =>
        once.log(`The figures cannot be written now (trying again): ${errorMessage(error)}`),
      ));
  const timer = setInterval(() => void tryWrite(), every);
  timer.unref();
  void tryWrite();

  return {
    take(report, network, release) {
      beginHour();
      const taken = networks.get(network) ?? 0;
      if (taken >= PER_NETWORK || (taken === 0 && networks.size >= MAX_NETWORKS)) return;
      networks.set(network, taken + 1);
      if (believed?.release !== release) believed = { release, what: believedBy(release) };
      countReport(file, report, believed.what);
      isChanged = true;
    },
    async close() {
      clearInterval(timer);
      await tryWrite();
    },
  };
}
