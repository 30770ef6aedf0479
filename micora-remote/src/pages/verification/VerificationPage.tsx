import { PENDING_ATTRIBUTE } from '@site/shared/contract';
import { micora } from '@site/shared/site';
import { Button, buttonClass } from '@site/shared/ui/Button';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { VisuallyHidden } from '@site/shared/ui/VisuallyHidden';
import { useEffect, useReducer, useRef, useState } from 'react';
import { MicoraTheme } from '../../ui/MicoraTheme';
import { TwoCircles } from '../../ui/TwoCircles';
import { HomeLink } from '../../ui/HomeLink';
import { ManualSteps } from './ManualSteps';
import { openApp } from './openApp';
import {
  appLink,
  keepPhase,
  keptPhase,
  pageLink,
  takeValues,
  type LeftPhase,
  type VerificationValues,
} from './takeValues';
import { useCountdown } from './useCountdown';
import styles from './VerificationPage.module.css';

/** `checking` is the phase of the prerendered page. `stopped` follows `opening` if the visitor stops the countdown. */
type Phase = 'checking' | 'invalid' | 'opening' | LeftPhase;

interface State {
  phase: Phase;
  values?: VerificationValues;
}

const merge = (state: State, change: State): State => ({ ...state, ...change });

const { name, supportEmail } = micora;

const opening = `Redirecting to ${name}...`;

const words: Record<Phase, { heading: string; text: string }> = {
  checking: {
    heading: 'Your verification link',
    text: `This page hands it over to the ${name} app on this device.`,
  },
  invalid: {
    heading: 'Verification Link Invalid',
    text: 'This verification link appears to be invalid or has already been used.',
  },
  opening: {
    heading: opening,
    text: 'Your browser may ask before it opens the app. Please allow it.',
  },
  stopped: {
    heading: opening,
    text: 'The countdown has stopped. Take as long as you need.',
  },
  manual: {
    heading: 'App Not Opening?',
    text: `Some browsers only open an app when you tap a button, and ${name} has to be on this device.`,
  },
};

/**
 * Passes the user ID and the secret from a verification link to the app (§4). The page opens the app once when the page is
 * first shown, and again whenever the visitor clicks "Try Opening App Again". The page verifies nothing itself, and sends
 * nothing to the backend. When the visitor returns with Back or Forward, the page shows the phase that `keepPhase` recorded,
 * and does not open the app. After a reload, the page opens the app again.
 */
export function VerificationPage() {
  const [{ phase, values }, update] = useReducer(merge, { phase: 'checking' });
  const { heading, text } = words[phase];
  const title = useRef<HTMLHeadingElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const secondsLeft = useCountdown(phase === 'opening', () => leaveCountdown('manual'));
  // During the first render, `useIsHydrated` returns false only if the page was loaded as a document.
  const [wasLoaded] = useState(!useIsHydrated());
  usePageHead({ title: heading });

  useEffect(() => {
    const taken = takeValues();
    if (!taken) return update({ phase: 'invalid' });
    const left = wasLoaded && isReload() ? undefined : keptPhase();
    if (left) return update({ phase: left, values: taken });
    return whenVisible(() => {
      update({ phase: 'opening', values: taken });
      // If the visitor leaves during the countdown and returns, the page shows the manual steps.
      keepPhase('manual');
      openApp(appLink(taken));
    });
  }, [wasLoaded]);

  function leaveCountdown(next: LeftPhase) {
    // Removing the focused button would lose the focus, so the heading receives it.
    if (document.activeElement === stopButton.current) title.current?.focus();
    keepPhase(next);
    update({ phase: next });
  }

  return (
    <MicoraTheme>
      <div className={styles.page}>
        <div className={styles.art}>
          <TwoCircles apart={phase === 'invalid'} />
          {phase === 'opening' && (
            <p className={styles.countdown} role="timer">
              <span className={styles.seconds}>{secondsLeft}</span> seconds
            </p>
          )}
        </div>
        <div className={styles.words}>
          <HomeLink />
          {/* Screen readers announce every change in this element, so the countdown is outside it. */}
          <div role="status">
            <h1 className={styles.title} ref={title} tabIndex={-1}>
              {heading}
            </h1>
            <VisuallyHidden> — </VisuallyHidden>
            {/* The key makes React create a new element for each text. Moving the old one would count as a layout shift. */}
            <p className={styles.text} key={phase}>
              {text}
            </p>
          </div>
          {phase === 'checking' && <WithoutScripts />}
          {phase === 'invalid' && <InvalidActions />}
          {phase === 'opening' && (
            <Button variant="secondary" ref={stopButton} onClick={() => leaveCountdown('stopped')}>
              Stop countdown
            </Button>
          )}
          {values && (phase === 'stopped' || phase === 'manual') && (
            <>
              <Button onClick={() => openApp(appLink(values))}>Try Opening App Again</Button>
              <ManualSteps link={pageLink(values)} />
            </>
          )}
        </div>
      </div>
    </MicoraTheme>
  );
}

function isReload(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((navigation) => 'type' in navigation && navigation.type === 'reload');
}

/**
 * Runs a function as soon as the page is visible.
 *
 * @returns a function that cancels the call if it has not been made yet
 */
function whenVisible(work: () => void): () => void {
  const attempt = () => {
    if (document.visibilityState !== 'visible') return;
    cancel();
    work();
  };
  const cancel = () => document.removeEventListener('visibilitychange', attempt);
  document.addEventListener('visibilitychange', attempt);
  attempt();
  return cancel;
}

/**
 * Help for browsers without JavaScript. If JavaScript is on but the scripts fail to load, the shell replaces this help with
 * a message.
 */
function WithoutScripts() {
  return (
    <div {...{ [PENDING_ATTRIBUTE]: '' }}>
      <noscript>
        <p className={styles.aside}>
          This page needs JavaScript to open {name}. Please switch it on and load the page again, or write to{' '}
          <EmailLink address={supportEmail} />.
        </p>
      </noscript>
    </div>
  );
}

function InvalidActions() {
  return (
    <>
      <EmailLink className={buttonClass('primary')} address={supportEmail}>
        Contact support
      </EmailLink>
      <p className={styles.aside}>
        If you came here by “Open in browser”, the link’s values stayed behind: open the link in our email in
        this browser instead. You can also ask for a new link in the app. If that doesn’t help, write to us at{' '}
        <EmailLink address={supportEmail} />.
      </p>
    </>
  );
}
