import { readPage } from '../readPage';
import type { LiveRelease } from './remotes/createLiveRelease';

/**
 * Reloads the page if another build of its shell or its remote is live. Call this function if the page's code could not be
 * loaded: a document from a cache or from the browser's history may request code that no longer exists. Does nothing if the
 * document was itself loaded by a reload, or if the visitor has typed something.
 *
 * @returns whether the page is about to be reloaded
 */
export async function reloadIfOutdated(live: LiveRelease, reload: () => void): Promise<boolean> {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation || navigation.type === 'reload') return false;
  const mayReload = (await isOutdated(live)) && !holdsText();
  if (mayReload) reload();
  return mayReload;
}

async function isOutdated(live: LiveRelease): Promise<boolean> {
  try {
    const { manifest } = readPage(document);
    const { shell, remotes } = await live.load();
    const own = remotes.find(({ name }) => name === manifest.remote?.name);
    return shell !== manifest.shell || own?.version !== manifest.remote?.version;
  } catch {
    return false;
  }
}

function holdsText(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue,
  );
}
