import { folderStore } from '../store/folderStore';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { operatorName, publish } from './steps/publish';
import { readData } from './readData';
import { listNumbers } from './readReleases';
import { describeDeployment, type Release } from './Release';
import { write, type NewParts } from './steps/write';

/** The maximum number of attempts to publish a preview. An attempt fails if another preview takes its number first. */
const ATTEMPTS = 20;

export interface Preview {
  /** The first label of the preview's host name, which is also the name of the preview's folder. */
  label: string;
  release: Release;
}

interface WritePreviewOptions {
  store: Store;
  previews: Store;
  label: string;
  made: NewParts;
  builds: LoadedBuild[];
  log: (line: string) => void;
}

/**
 * Writes a release into a preview's folder: the pages and files that were made for the preview, and all builds and answers.
 * All other pages and files are served from the live site.
 */
export async function writePreview(options: WritePreviewOptions): Promise<Preview> {
  const { store, previews, label, made, builds, log } = options;
  const release = ownParts(made);
  const data = await answersShown(store, made);
  const top = folderStore(previews, label);
  await write(top, { ...made, data, builds: builds }, log);
  await publishLast(top, release);
  return { label, release };
}

/** Returns the release with only the pages and files that were made for the preview. */
function ownParts({ release, contents }: NewParts): Release {
  const own = <Part>(parts: Record<string, Part>, contentOf: (part: Part) => string) =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => contents.has(contentOf(part))));
  return {
    ...release,
    pages: own(release.pages, ({ content }) => content),
    files: own(release.files, (content) => content),
  };
}

/**
 * Loads all of the release's answers, and returns them by their hashes. They are stored with the preview, because prune may
 * remove them from the live store.
 */
async function answersShown(store: Store, { release, data }: NewParts): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  for (const { content } of Object.values(release.answers)) {
    if (!shown.has(content)) shown.set(content, data.get(content) ?? (await readData(store, content)));
  }
  return shown;
}

/** Publishes a preview. If another preview with the same name takes its number first, this one gets the next number. */
async function publishLast(top: Store, release: Release): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [newest = 0] = await listNumbers(top);
    const log = [describeDeployment(release, { number: newest + 1, who: operatorName(), what: 'preview' })];
    if (await publish(top, { ...release, log }, newest + 1)) return;
  }
  throw new Error(`Others published a preview of this name first, ${ATTEMPTS} times in a row. Try again.`);
}
