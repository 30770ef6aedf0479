import { fileUrl } from '@site/shared/api/fileUrl';
import type { PageHead } from '@site/shared/contract';
import type { CardProject } from '../projects/toCard';

/** The maximum length of a description for search engines and link previews, in code points. */
const MAX_DESCRIPTION = 200;

/** The head of a project's page, at deployment and in the browser. */
export function projectHead(project: CardProject & { modified?: string }): PageHead {
  const { title, category, technologies, coverImage, modified } = project;
  const description = shorten(project.description) || `${title}, a project of the studio.`;
  return {
    title,
    description,
    // A thumbnail is always a JPEG or a PNG, whatever format the cover has.
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
  const characters = Array.from(text);
  if (characters.length <= MAX_DESCRIPTION) return text;
  return `${characters.slice(0, MAX_DESCRIPTION - 1).join('')}…`;
}
