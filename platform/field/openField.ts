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

/** The maximum number of reports from one network that are counted in an hour. */
const PER_NETWORK = 60;

/** The maximum number of networks that are distinguished in an hour. Reports from further networks are not counted. */
const MAX_NETWORKS = 20_000;

/** The HTML page with all figures. It is stored next to the days. */
export const FIELD_PAGE = 'field.html';

export interface Field {
  /** Counts a report. Its network is remembered until the hour ends, and never stored. */
  take(report: FieldReport, network: string, release: Release): void;
  /** Writes the figures for the last time, and stops. */
  close(): Promise<void>;
}

interface FieldOptions {
  /** Identifies this process. It must stay the same after a restart, and must be unique among the site's processes. */
  process: string;
  /** Receives one line for each kind of failure. Figures that cannot be written are written a minute later. */
  log: (line: string) => void;
  /** The interval between two writes, in milliseconds; by default a minute. */
  every?: number;
  now?: () => Date;
}

/**
 * Opens a store for figures, and reads what this process has counted today. Once a minute, writes what this process has
 * counted, and the page with the figures of all processes. Removes days that are older than 30 days.
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
  /** The figures of days that have ended. */
  const ended = new Map<string, DayFigures>();

  /** Forgets the networks of the previous hour. */
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
