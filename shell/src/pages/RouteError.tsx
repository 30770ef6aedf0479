import { Button } from '@site/shared/ui/Button';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { MessagePage } from './MessagePage';

/** Stands in for a page that crashed. */
export function RouteError() {
  const title = 'Something went wrong';
  usePageHead({ title });
  return (
    <div role="alert">
      <MessagePage
        title={title}
        message="This page has stopped working. Load it again, or go on from the home page."
        actions={
          <>
            <Button onClick={() => location.reload()}>Try Again</Button>
            <ButtonLink to="/" variant="secondary">
              Go to the home page
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
