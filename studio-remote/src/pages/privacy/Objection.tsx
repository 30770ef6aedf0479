import { OBJECTION, objects } from '@site/shared/field';
import { Button } from '@site/shared/ui/Button';
import { useEffect, useState } from 'react';

/** How a visitor keeps their browser from reporting how pages did, with one click, or lets it again. */
export function Objection() {
  // Undefined until the browser can be asked, so that the first render equals the prerendered page.
  const [state, setState] = useState<'reports' | 'objected' | 'signals'>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => setState(readState()), []);

  function toggle() {
    try {
      if (state === 'objected') localStorage.removeItem(OBJECTION);
      else localStorage.setItem(OBJECTION, '1');
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
    setState(readState());
  }

  if (state === 'signals')
    return <p>Your browser has told us that you don’t want this, so it sends us no such report.</p>;
  return (
    <>
      <div>
        <Button variant="secondary" onClick={toggle} disabled={state === undefined}>
          {state === 'objected' ? 'Send reports again' : 'Don’t send reports'}
        </Button>
      </div>
      <p role="status">
        {hasFailed && 'Your browser doesn’t let us keep this choice, so it sends us no report either.'}
        {!hasFailed && state === 'objected' && 'This browser sends us no reports.'}
      </p>
    </>
  );
}

function readState() {
  try {
    if (localStorage.getItem(OBJECTION) !== null) return 'objected';
  } catch {
    return 'reports';
  }
  return objects() ? 'signals' : 'reports';
}
