import { Button } from '@site/shared/ui/Button';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useEffect, type CSSProperties } from 'react';
import { useRouteError } from 'react-router-dom';
import { usePageHandle } from '../layout/usePageHandle';
import { MessagePage } from './MessagePage';

/** A remote's code could not be loaded. A full page load would not help, because the visitor is offline. */
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

/** The stack's styles are not in a style sheet, because only development builds show the stack. */
const STACK: CSSProperties = {
  padding: 'var(--space-6) var(--space-side)',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  textAlign: 'start',
};

/** The message and the stack of a thrown value. In some browsers, the stack does not contain the message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`;
}

/** Replaces a page that has crashed, or whose code could not be loaded because the visitor is offline. */
export function RouteError() {
  const error = useRouteError();
  const isLost = error instanceof RemoteLostError;
  const { title, message } = isLost ? LOST : CRASHED;
  usePageHead({ title });
  useEffect(() => {
    if (process.env.NODE_ENV !== 'development' || isLost) return undefined;
    // A hot update does not always bring a crashed page back, for instance after an error in an effect.
    const builds = new EventSource('/__webpack_hmr');
    builds.onmessage = ({ data }) => {
      if (String(data).includes('"built"')) location.reload();
    };
    return () => builds.close();
  }, [isLost]);
  const hasMain = usePageHandle().chrome !== 'none';
  const page = (
    // Only a crash needs an alert, because it can happen without a move. After a move, the new title is announced anyway.
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
