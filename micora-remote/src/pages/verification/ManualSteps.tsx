import { site } from '@site/shared/site';
import styles from './ManualSteps.module.css';

const { name, appStoreUrl, playStoreUrl, supportEmail } = site.micora;

/** What to do if the app does not open (§4). */
export function ManualSteps() {
  return (
    <ol className={styles.steps}>
      <li>Press the button above, and allow your browser to open {name} if it asks.</li>
      <li>
        If {name} is not on this device yet, get it from the <a href={appStoreUrl}>App Store</a> or from{' '}
        <a href={playStoreUrl}>Google Play</a>. Then come back to this page and press the button.
      </li>
      <li>Is {name} on another device? Open the link in our e-mail there.</li>
      <li>
        Still nothing? <a href={`mailto:${supportEmail}`}>Contact Support</a> at {supportEmail}.
      </li>
    </ol>
  );
}
