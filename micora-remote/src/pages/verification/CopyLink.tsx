import { Button } from '@site/shared/ui/Button';
import { useState } from 'react';
import styles from './CopyLink.module.css';

/** A button that puts the verification link, which holds a secret, on the clipboard, and says what came of it. */
export function CopyLink({ link }: { link: string }) {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      // Without a secure connection there is no clipboard, and this throws as well.
      await navigator.clipboard.writeText(link);
      setOutcome(
        'Copied. Paste it into the other browser, and into nothing else: whoever has the link can use it.',
      );
    } catch {
      setOutcome('Your browser didn’t allow that. Open the link in our email in the other browser instead.');
    }
  }

  return (
    <div className={styles.copy}>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy link
      </Button>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
    </div>
  );
}
