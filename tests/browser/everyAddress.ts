import { galleryDescriptions, projectRecords } from './projectRecords';
import { releasedPages } from './test';

/**
 * Returns the path of one page per route, for every remote. Leaves out the 404 page. For the project route, chooses a
 * project with several pictures in its gallery.
 */
export async function everyAddress(): Promise<string[]> {
  const record = (await projectRecords()).find((one) => galleryDescriptions(one).length > 1);
  const shown = new Map<string, string>();
  for (const { path, route } of releasedPages()) {
    const isPreferred = path === route || path === `/projects/${record?.id}`;
    if (isPreferred || !shown.has(route)) shown.set(route, path);
  }
  return [...shown.values()];
}
