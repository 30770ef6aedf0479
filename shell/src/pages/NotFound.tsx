import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { NotFoundArtwork } from '@site/shared/ui/NotFoundArtwork';
import { notFoundHandle } from '../layout/usePageHandle';
import { MessagePage } from './MessagePage';

/** The page for unknown addresses. It does not show the address, because anyone can put any text into it. */
export function NotFound() {
  return (
    <MessagePage
      title={notFoundHandle.title}
      message="There’s no page at this address. It may have moved, or the link to it may be wrong."
      artwork={<NotFoundArtwork />}
    >
      <ButtonLink to="/">Go to the home page</ButtonLink>
      <ButtonLink to="/projects" variant="secondary">
        View all projects
      </ButtonLink>
    </MessagePage>
  );
}
