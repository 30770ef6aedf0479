import { Button } from '@site/shared/ui/Button';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { usePageHead } from '@site/shared/ui/usePageHead';
import type { CSSProperties } from 'react';
import { useRouteError } from 'react-router-dom';
import { usePageHandle } from '../layout/usePageHandle';
import { MessagePage } from './MessagePage';

/** A remote's code could not be loaded, and a full page load would not help: the visitor is offline. */
export class RemoteLostError extends Error {
  override name = 'RemoteLostError';
}

/** It is shown in development alone, so that it has no part of the style sheet. */
const STACK: CSSProperties = {
  padding: 'var(--space-6) var(--space-side)',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  textAlign: 'start',
};

/** The message and the stack of whatever was thrown; not every browser's stacks contain the message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`;
}

/** Stands in for a page that crashed, or whose code could not be loaded, as happens to visitors who are offline. */
export function RouteError() {
  const error = useRouteError();
  const isLost = error instanceof RemoteLostError;
  const [title, message] = isLost
    ? ['This page could not be loaded', 'Check your connection, then try again.']
    : ['Something went wrong', 'This page has stopped working. Load it again, or start from the home page.'];
  usePageHead({ title });
  const hasMain = usePageHandle().chrome !== 'none';
  const page = (
    // A move that ends here announces itself; a crash may come at any time.
    <div role={isLost ? undefined : 'alert'}>
      <MessagePage title={title} message={message}>
        <Button onClick={() => location.reload()}>Try Again</Button>
        {!isLost && (
          <ButtonLink to="/" variant="secondary">
            Go to the home page
          </ButtonLink>
        )}
      </MessagePage>
      {process.env.NODE_ENV === 'development' && !isLost && <pre style={STACK}>{describe(error)}</pre>}
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
