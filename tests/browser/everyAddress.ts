import { galleryDescriptions, projectRecords } from './projectRecords';
import { releasedPages } from './test';

/**
 * Returns one address for each route of every remote, without the 404 page. For project pages, chooses a project with
 * several pictures.
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
