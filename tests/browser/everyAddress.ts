import { projectRecords } from './projectRecords';

/** Every page of the site by its address, one project with several pictures among them; the 404 page is not. */
export async function everyAddress(): Promise<string[]> {
  const record = (await projectRecords()).find(({ images }) => images.length > 1);
  const studio = ['/', '/projects', `/projects/${record?.id}`, '/about', '/contact', '/privacy'];
  const micora = ['', '/privacy-policy', '/tos', '/verification', '/delete'];
  return [...studio, ...micora.map((path) => `/micora${path}`)];
}
