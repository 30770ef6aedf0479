import { fileUrl } from '@site/shared/api/fileUrl';
import type { PageHead } from '@site/shared/remote';
import type { CardProject } from '../projects/toCard';

/** How long a description for search engines and previews may be. Characters. */
const MAX_DESCRIPTION = 200;

/** What a project's page says about itself, at deployment and in the browser. */
export function projectHead(project: CardProject & { modified?: string }): PageHead {
  const { title, category, technologies, coverImage, modified } = project;
  const description = shorten(project.description) || `${title}, a project of the studio.`;
  return {
    title,
    description,
    // The backend makes a JPEG of a JPEG, and a PNG of everything else.
    ...(coverImage && { image: fileUrl(project, coverImage, 1440) }),
    ...(modified && { modified }),
    subject: {
      '@type': 'CreativeWork',
      name: title,
      description,
      genre: category || undefined,
      keywords: technologies.join(', ') || undefined,
    },
  };
}

function shorten(text: string): string {
  const letters = Array.from(text);
  return letters.length <= MAX_DESCRIPTION ? text : `${letters.slice(0, MAX_DESCRIPTION - 1).join('')}…`;
}
