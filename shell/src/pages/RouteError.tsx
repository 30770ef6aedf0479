import { Button } from '@site/shared/ui/Button';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useRouteError } from 'react-router-dom';
import { usePageHandle } from '../layout/usePageHandle';
import { CrashDetails } from './CrashDetails';
import { MessagePage } from './MessagePage';

/**
 * Thrown if a page's code could not be loaded because the visitor is offline. In this case, a full page load would fail too.
 */
export class RemoteLostError extends Error {
  override name = 'RemoteLostError';
}

const LOST = {
  title: 'This page could not be loaded',
  message: 'Check your connection, then try again.',
};
const CRASHED = {
  title: 'Something went wrong',
  message: 'This page has stopped working. Load it again, or start from the home page.',
};

/** Replaces a page that has crashed, or that could not be loaded because the visitor is offline. */
export function RouteError() {
  const error = useRouteError();
  const isLost = error instanceof RemoteLostError;
  const { title, message } = isLost ? LOST : CRASHED;
  usePageHead({ title });
  const hasMain = usePageHandle().chrome !== 'none';
  const page = (
    // Only a crash needs an alert, because it can happen without a navigation. After a navigation, the new title is
    // announced anyway.
    <div role={isLost ? undefined : 'alert'}>
      <MessagePage title={title} message={message}>
        <Button onClick={() => location.reload()}>Try Again</Button>
        {!isLost && (
          <ButtonLink to="/" variant="secondary">
            Go to the home page
          </ButtonLink>
        )}
      </MessagePage>
      {process.env.NODE_ENV === 'development' && !isLost && <CrashDetails error={error} />}
    </div>
  );
  return hasMain ? (
    page
  ) : (
    <main id="content" tabIndex={-1}>
      {page}
    </main>
  );
}
