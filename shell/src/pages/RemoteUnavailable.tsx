import { Button } from '@site/shared/ui/Button';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { MessagePage } from './MessagePage';

/** Stands in for a page whose code could not be loaded, which happens to visitors who have gone offline. */
export function RemoteUnavailable() {
  const title = 'This page could not be loaded';
  usePageHead({ title });
  return (
    <MessagePage
      title={title}
      message="Check your connection, then try again."
      actions={<Button onClick={() => location.reload()}>Try Again</Button>}
    />
  );
}
