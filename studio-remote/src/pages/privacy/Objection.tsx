import { OBJECTION, objects } from '@site/shared/field';
import { Button } from '@site/shared/ui/Button';
import { useState, useSyncExternalStore } from 'react';

/**
 * A button that stops this browser from sending reports, or allows it to send them again. If the browser sends an opt-out
 * signal such as Do Not Track, a sentence replaces the button.
 */
export function Objection() {
  // Undefined until hydration, because the first render must match the prerendered page.
  const state = useSyncExternalStore(subscribe, readState, () => undefined);
  const [hasFailed, setHasFailed] = useState(false);

  function toggle() {
    try {
      if (state === 'objected') localStorage.removeItem(OBJECTION);
      else localStorage.setItem(OBJECTION, '1');
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
    dispatchEvent(new Event('storage'));
  }

  if (state === 'signals')
    return <p>Your browser has told us that you don’t want this, so it sends us no such report.</p>;
  const outcome = state === 'objected' ? 'This browser sends us no reports.' : '';
  const failure = 'Your browser doesn’t let us keep this choice, so it sends us no report either.';
  return (
    <>
      <div>
        <Button variant="secondary" onClick={toggle} disabled={state === undefined}>
          {state === 'objected' ? 'Send reports again' : 'Don’t send reports'}
        </Button>
      </div>
      <p role="status">{hasFailed ? failure : outcome}</p>
    </>
  );
}

/** Browsers fire `storage` only for changes in another tab, so `toggle` dispatches the event in this tab. */
function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

function readState() {
  try {
    if (localStorage.getItem(OBJECTION) !== null) return 'objected';
  } catch {
    return 'reports';
  }
  return objects() ? 'signals' : 'reports';
}
