import { siteUrl } from './test';

interface ProjectRecord {
  id: string;
  title: string;
  category: string;
  status: string;
  description: string;
  problem: string;
  long_description: string;
  cover_Image: string;
  images: string[];
  image_descriptions: string[];
}

/** Returns the projects in the site's backend, oldest first. */
export async function projectRecords(): Promise<ProjectRecord[]> {
  const response = await fetch(
    `${siteUrl('SITE_BACKEND_URL')}/api/collections/projects/records?sort=created`,
  );
  const { items } = (await response.json()) as { items: ProjectRecord[] };
  if (items.length === 0) throw new Error('The backend has no projects: it was not seeded.');
  return items;
}

/** Returns the descriptions of a project's gallery pictures. The gallery omits pictures that the project's text shows. */
export function galleryDescriptions({
  images,
  image_descriptions,
  long_description,
}: ProjectRecord): string[] {
  return image_descriptions.filter((_, index) => !long_description.includes(images[index] ?? ''));
}
