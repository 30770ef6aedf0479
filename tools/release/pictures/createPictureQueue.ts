import { fileURLToPath } from 'node:url';
import { messageOf } from '@site/backend/messageOf';
import { RECIPE } from '@site/shared/api/pictureCopy';
import { BrokenChildError, CallError, openChild, type OpenChild } from '../process/openChild';
import type { Store } from '../../store/Store';
import { downloadPicture } from './downloadPicture';
import { listPictures, outcomeKey, type Copies } from './pictureKeys';
import { storePicture } from './storePicture';

/** How often it tells of new copies while it has more to make, so that they make few releases. Milliseconds. */
const BATCH = 30_000;

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
  /** Told now and then, and at the end, that there are new copies to offer. */
  onMade: () => void;
  log: (line: string) => void;
  /** Ends it. */
  signal: AbortSignal;
  /** How long making one picture may take, milliseconds. */
  limit?: number;
}

/** Makes the copies of pictures in the background, one picture at a time. */
export interface PictureQueue {
  /**
   * Tells which pictures the live pages show without copies: they are made, those first that nobody has asked for
   * before. A picture that cannot be read is never tried again; what fails for another reason is, by the next call.
   */
  want(missing: Iterable<string>): void;
  /** Resolves when it has nothing more to do. */
  settled(): Promise<void>;
}

/** Makes a queue, which has nothing to do yet. */
export function createPictureQueue(options: PictureQueueOptions): PictureQueue {
  const { store, backendUrl, onMade, log, signal, limit = MAKING_LIMIT } = options;
  let wanted: string[] = [];
  let running: Promise<void> | undefined;
  /** What it has said since all was well. */
  const said = new Set<string>();
  /** What has failed since it last succeeded: it comes last, so that it holds nobody up. */
  const failed = new Set<string>();
  /** How often a picture has ended the process that makes its copies. */
  const crashes = new Map<string, number>();
  let maker: OpenChild | undefined;
  const closeMaker = () => {
    maker?.close();
    maker = undefined;
  };
  signal.addEventListener('abort', closeMaker);

  return {
    want(missing) {
      // Those of another recipe are made by whoever has it.
      const names = [...missing].filter((name) => name.startsWith(`${RECIPE}/`));
      const before = new Set(wanted);
      const rank = (name: string) => (failed.has(name) ? 2 : before.has(name) ? 1 : 0);
      wanted = names.sort((one, other) => rank(one) - rank(other));
      running ??= makeWanted().finally(() => (running = undefined));
    },
    settled: () => running ?? Promise.resolve(),
  };

  async function makeWanted(): Promise<void> {
    let untold = 0;
    let told = Date.now();
    const tell = () => {
      if (untold > 0) onMade();
      untold = 0;
      told = Date.now();
    };
    let failures = 0;
    try {
      const outcomes = [await listPictures(store, 'made'), await listPictures(store, 'refused')];
      const done = new Set(outcomes.flatMap((names) => [...names]));
      const next = () => wanted.find((one) => !done.has(one));
      for (let name = next(); name !== undefined && failures < FAILURES && !signal.aborted; name = next()) {
        done.add(name);
        try {
          if (await make(name)) untold += 1;
          failed.delete(name);
          failures = 0;
        } catch (error) {
          failed.add(name);
          failures += 1;
          complain(
            `Smaller copies of the picture ${fileOf(name)} cannot be made now (trying again later)`,
            error,
          );
        }
        if (Date.now() - told > BATCH) tell();
      }
    } catch (error) {
      failures += 1;
      complain('Smaller copies of pictures cannot be made now (trying again later)', error);
    }
    if (failed.size === 0 && failures === 0) said.clear();
    closeMaker();
    tell();
  }

  /** @returns whether there are copies now */
  async function make(name: string): Promise<boolean> {
    // Somebody else may be at it, too.
    if (await store.read(outcomeKey(name, 'made'))) return true;
    const picture = await downloadPicture(backendUrl, name, signal);
    if (!picture) return false;
    const copies = await makeCopies(name, picture);
    if (!copies) return false;
    await storePicture(store, name, copies);
    return true;
  }

  /** @returns undefined for a picture that cannot be read, which is noted */
  async function makeCopies(name: string, picture: Buffer): Promise<Copies<Buffer> | undefined> {
    maker ??= openChild(MAKER, 'Making its copies', limit);
    try {
      return (await maker.ask(picture)) as Copies<Buffer>;
    } catch (error) {
      closeMaker();
      if (error instanceof BrokenChildError) throw error;
      const count = (crashes.get(name) ?? 0) + 1;
      crashes.set(name, count);
      const isHopeless = error instanceof CallError || count === ATTEMPTS;
      if (!isHopeless || signal.aborted) throw error;
      const message = (error as Error).message.replace(/\.\s*$/, '');
      await store.create(outcomeKey(name, 'refused'), JSON.stringify({ reason: message }));
      log(
        `No smaller copies can be made of the picture ${fileOf(name)}: ${message}. Visitors get the file itself, or a folder if it cannot be shown. Upload another one.`,
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
