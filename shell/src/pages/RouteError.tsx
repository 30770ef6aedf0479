import { Button } from '@site/shared/ui/Button';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useRouteError } from 'react-router-dom';
import { usePageHandle } from '../layout/usePageHandle';
import { MessagePage } from './MessagePage';
import { RemoteLostError } from './RemoteLostError';

/** Stands in for a page that crashed, or whose code could not be loaded, as happens to visitors who are offline. */
export function RouteError() {
  const isLost = useRouteError() instanceof RemoteLostError;
  const title = isLost ? 'This page could not be loaded' : 'Something went wrong';
  usePageHead({ title });
  const hasMain = usePageHandle().chrome !== 'none';
  const retry = <Button onClick={() => location.reload()}>Try Again</Button>;
  const message = isLost ? (
    <MessagePage title={title} message="Check your connection, then try again." actions={retry} />
  ) : (
    <div role="alert">
      <MessagePage
        title={title}
        message="This page has stopped working. Load it again, or start from the home page."
        actions={
          <>
            {retry}
            <ButtonLink to="/" variant="secondary">
              Go to the home page
            </ButtonLink>
          </>
        }
      />
    </div>
  );
  return hasMain ? (
    message
  ) : (
    <main id="content" tabIndex={-1}>
      {message}
    </main>
  );
}
