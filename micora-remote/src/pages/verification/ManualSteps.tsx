import { micora } from '@site/shared/site';
import { Button } from '@site/shared/ui/Button';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { useState } from 'react';
import { NumberedSteps } from '../../ui/NumberedSteps';
import styles from './ManualSteps.module.css';

const { name, supportEmail } = micora;

/**
 * Explains what to do if the app does not open (§4).
 *
 * @param link the verification link, including the user ID and the secret in its query
 */
export function ManualSteps({ link }: { link: string }) {
  return (
    <NumberedSteps className={styles.steps}>
      <li>Press the button above, and allow your browser to open {name} if it asks.</li>
      <li>
        If {name} is not on this device yet, get it from the{' '}
        <Store name="App Store" url={micora.appStoreUrl} /> or from{' '}
        <Store name="Google Play" url={micora.playStoreUrl} />. Then come back to this page and press the
        button.
      </li>
      <li>
        Are you reading this inside another app, such as your mail app? Copy the link and open it in your
        browser. “Open in browser” loses part of it.
        <CopyLink link={link} />
      </li>
      <li>Is {name} on another device? Open the link in our email there.</li>
      <li>
        Still nothing? <EmailLink address={supportEmail}>Contact support</EmailLink> at{' '}
        <span translate="no">{supportEmail}</span>.
      </li>
    </NumberedSteps>
  );
}

function Store({ name: store, url }: { name: string; url: string }) {
  return url ? <a href={url}>{store}</a> : `${store} (soon)`;
}

function CopyLink({ link }: { link: string }) {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      // Throws if the browser forbids copying. Also throws without HTTPS, because `clipboard` is then undefined.
      await navigator.clipboard.writeText(link);
      setOutcome('Copied. Paste it into your browser and nowhere else: anyone who has the link can use it.');
    } catch {
      setOutcome('Your browser didn’t allow that. Open the link from our email in your browser instead.');
    }
  }

  return (
    <div className={styles.copy}>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy link
      </Button>
      <p role="status">{outcome}</p>
    </div>
  );
}
