import { site } from '@site/shared/site';
import { CopyLink } from './CopyLink';
import styles from './ManualSteps.module.css';

const { name, appStoreUrl, playStoreUrl, supportEmail } = site.micora;

/**
 * What to do if the app does not open (§4).
 *
 * @param link the address of this page with its values
 */
export function ManualSteps({ link }: { link: string }) {
  return (
    <ol className={styles.steps}>
      <li>Press the button above, and allow your browser to open {name} if it asks.</li>
      <li>
        If {name} is not on this device yet, get it from the <a href={appStoreUrl}>App Store</a> or from{' '}
        <a href={playStoreUrl}>Google Play</a>. Then come back to this page and press the button.
      </li>
      <li>
        Does this page show inside another app, such as your mail app? Copy the link and open it in your
        browser: “Open in browser” leaves its values behind.
        <CopyLink link={link} />
      </li>
      <li>Is {name} on another device? Open the link in our email there.</li>
      <li>
        Still nothing? <a href={`mailto:${supportEmail}`}>Contact Support</a> at {supportEmail}.
      </li>
    </ol>
  );
}
