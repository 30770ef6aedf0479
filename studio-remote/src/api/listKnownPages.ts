import { fileUrl } from '@site/shared/api/fileUrl';
import type { KnownPage, ReadBackend } from '@site/shared/remote';
import type { Project } from './Project';
import { readProjects } from './readProjects';

/** How long a description for search engines and previews may be. Characters. */
const MAX_DESCRIPTION = 200;

/**
 * The projects that are in the backend at deploy time, so that each gets a page head of its own.
 *
 * @throws what reading throws; a deployment then keeps the heads that it has
 */
export async function listKnownPages(read: ReadBackend): Promise<KnownPage[]> {
  return (await readProjects(read)).map(toKnownPage);
}

function toKnownPage(project: Project): KnownPage {
  const { id, title, description, category, technologies, coverImage, modified } = project;
  const image = coverImage ? fileUrl(project, coverImage, '1440x960') : undefined;
  const summary = shorten(description) || `${title}, a project of the studio.`;
  return {
    path: `/projects/${encodeURIComponent(id)}`,
    title,
    description: summary,
    ...(image && { image }),
    ...(modified && { modified }),
    subject: {
      '@type': 'CreativeWork',
      name: title,
      description: summary,
      ...(category && { genre: category }),
      ...(technologies.length > 0 && { keywords: technologies.join(', ') }),
    },
  };
}

function shorten(text: string): string {
  const letters = Array.from(text.trim());
  return letters.length <= MAX_DESCRIPTION
    ? letters.join('')
    : `${letters.slice(0, MAX_DESCRIPTION - 1).join('')}…`;
}
