import { copyUrl, pictureName } from '@site/shared/api/pictureCopy';
import type { PageHead } from '@site/shared/contract';
import type { CardProject } from '../../projects/toCard';

/** The maximum length of the description for search engines and link previews, in code points. */
const MAX_DESCRIPTION = 200;

/** Returns the metadata of a project's page. */
export function projectHead(project: CardProject & { modified?: string }): PageHead {
  const { title, category, technologies, coverImage, modified } = project;
  const picture = pictureName(project, coverImage);
  const description = shorten(project.description) || `${title}, a project of the studio.`;
  return {
    title,
    description,
    ...(picture && { image: copyUrl(picture, 'share') }),
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
