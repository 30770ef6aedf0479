import { fileURLToPath } from 'node:url';
import { messageOf } from '@site/backend/messageOf';
import { RECIPE } from '@site/shared/api/pictureCopy';
import { CallError } from '../../apart/answerCalls';
import { BrokenChildError, openChild, type OpenChild } from '../../apart/openChild';
import type { Store } from '../../store/Store';
import { downloadPicture } from './downloadPicture';
import { listPictures, markerKey, type Copies, type PictureMarker } from './pictureKeys';
import { storePicture } from './storePicture';

/** How long making the copies of one picture may take: the worst that is allowed, on a busy machine. Milliseconds. */
const MAKING_LIMIT = 120_000;

/** The process that makes them: a picture may take memory and time, and comes from elsewhere. */
const MAKER = fileURLToPath(new URL('makeCopiesChild.ts', import.meta.url));

/** How often a picture may end the process that makes its copies before it counts as one that cannot be read. */
const ATTEMPTS = 3;

/** After how many failures in a row it waits for the next call: then backend or store are away. */
const FAILURES = 3;

interface PictureQueueOptions {
  store: Store;
  /** Where PocketBase listens. */
  backendUrl: string;
  log: (line: string) => void;
  /** Ends it. */
  signal: AbortSignal;
  /** How long making one picture may take, milliseconds. */
  limit?: number;
}

/** Makes the copies of pictures in the background, one picture at a time. */
export interface PictureQueue {
  /**
   * Tells which pictures the live pages offer copies of: what is lacking is made, those first that nobody has asked
   * for before. A picture that cannot be read is never tried again; what fails for another
   * reason is, by the next call.
   */
  want(names: Iterable<string>): void;
  /** Tries again what has failed, if anything has. */
  retry(): void;
  /** Resolves when it has nothing more to do. */
  settled(): Promise<void>;
}

/** Makes a queue, which has nothing to do yet. */
export function createPictureQueue(options: PictureQueueOptions): PictureQueue {
  const { store, backendUrl, log, signal, limit = MAKING_LIMIT } = options;
  let wanted: string[] = [];
  let running: Promise<void> | undefined;
  /** What it has said since all was well. */
  const said = new Set<string>();
  /** What has failed since it last succeeded, and how often it has ended the process. It holds nobody up. */
  const failed = new Map<string, number>();
  let hasFailed = false;
  let maker: OpenChild | undefined;
  const closeMaker = () => {
    maker?.close();
    maker = undefined;
  };
  signal.addEventListener('abort', closeMaker);

  return {
    want(names) {
      const before = new Set(wanted);
      const rank = (name: string) => (failed.has(name) ? 2 : before.has(name) ? 1 : 0);
      // Those of another recipe are made by whoever has it.
      wanted = [...names]
        .filter((name) => name.startsWith(`${RECIPE}/`))
        .sort((one, other) => rank(one) - rank(other));
      running ??= makeWanted();
    },
    retry() {
      if (hasFailed) running ??= makeWanted();
    },
    settled: () => running ?? Promise.resolve(),
  };

  async function makeWanted(): Promise<void> {
    let failures = 0;
    try {
      const done = await listPictures(store);
      const next = () => wanted.find((one) => !done.has(one));
      for (let name = next(); name !== undefined && failures < FAILURES && !signal.aborted; name = next()) {
        done.add(name);
        try {
          await make(name);
          failed.delete(name);
          failures = 0;
        } catch (error) {
          failed.set(name, failed.get(name) ?? 0);
          failures += 1;
          const what = `Smaller copies of the picture ${fileOf(name)} cannot be made now (trying again later)`;
          complain(what, error);
        }
      }
      hasFailed = wanted.some((name) => failed.has(name));
      if (!hasFailed) said.clear();
    } catch (error) {
      hasFailed = true;
      complain('Smaller copies of pictures cannot be made now (trying again later)', error);
    }
    closeMaker();
    running = undefined;
  }

  async function make(name: string): Promise<void> {
    // Somebody else may be at it, too.
    if (await store.read(markerKey(name))) return;
    const picture = await downloadPicture(backendUrl, name, signal);
    if (!picture) return;
    const copies = await makeCopies(name, picture);
    if (copies) await storePicture(store, name, copies);
  }

  /** @returns undefined for a picture that cannot be read, which is noted */
  async function makeCopies(name: string, picture: Buffer): Promise<Copies<Buffer> | undefined> {
    maker ??= openChild({ path: MAKER, work: 'Making its copies', limit });
    try {
      return (await maker.ask(picture)) as Copies<Buffer>;
    } catch (error) {
      closeMaker();
      if (error instanceof BrokenChildError || signal.aborted) throw error;
      const count = (failed.get(name) ?? 0) + 1;
      failed.set(name, count);
      if (!(error instanceof CallError) && count < ATTEMPTS) throw error;
      const refused = messageOf(error).replace(/\.\s*$/, '');
      const marker: PictureMarker = { refused };
      await store.create(markerKey(name), JSON.stringify(marker));
      log(
        `No smaller copies can be made of the picture ${fileOf(name)}: ${refused}. Visitors get the file itself, or a folder if it cannot be shown. Upload another one.`,
      );
      return undefined;
    }
  }

  function complain(what: string, error: unknown): void {
    const line = `${what}: ${messageOf(error)}`;
    if (!said.has(line) && !signal.aborted) log(line);
    said.add(line);
  }
}

/** A picture as an editor knows it. */
function fileOf(name: string): string {
  const [, collection, record, file] = name.split('/');
  return `${file} of ${collection}/${record}`;
}
