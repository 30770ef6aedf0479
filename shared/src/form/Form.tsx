import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { PENDING_ATTRIBUTE } from '../remote';
import { Button } from '../ui/Button';
import { EmailLink } from '../ui/EmailLink';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './Form.module.css';
import type { FormModel } from './useForm';

interface FormProps {
  form: FormModel<never>;
  label: string;
  /** Where to write without scripts. */
  email: string;
  /** The notices (§8). */
  success: string;
  failure: string;
  /** What happens after a success. */
  next: ReactNode;
  /** What happens to the entries. A failure notice replaces it. */
  note: ReactNode;
  /** The labels of the button: to send, while sending, and to show the form again after a success. */
  button: [send: string, sending: string, again: string];
  /** Whether something else keeps the button from working; Enter submits nothing then. */
  locked?: boolean;
  /** The fields. */
  children: ReactNode;
}

const UNKNOWN = 'We couldn’t confirm that your message arrived. To be sure, please send it again.';

/**
 * A form with its fields and its button. A failure notice appears beside the button; a success notice replaces the form. It
 * can be filled in before scripts have run, but not be submitted, and never submits natively. After a submit the
 * focus is at the first wrong field, else at the notice.
 */
export function Form(props: FormProps) {
  const { form, label, email, success, failure, next, note, button, locked = false, children } = props;
  const { name, status, hint, outcome, element, submit, again } = form;
  const notice = useRef<HTMLDivElement>(null);
  const [inert, sending, sent] = [status === 'inert', status === 'submitting', status === 'sent'];
  const trouble = status === 'unknown' ? UNKNOWN : status === 'failed' && failure;

  useEffect(() => {
    if (!outcome || !isUsing(element.current)) return;
    const [firstWrong = ''] = outcome.wrongFields;
    const wrongField = element.current?.elements.namedItem(firstWrong) as HTMLElement | null;
    (wrongField ?? notice.current ?? (element.current?.elements[0] as HTMLElement | undefined))?.focus();
  }, [element, outcome]);

  return (
    // Without a dialog around it, the method `dialog` does nothing: what was entered never gets into a URL.
    <form
      ref={element}
      className={styles.form}
      name={name}
      method="dialog"
      noValidate
      aria-label={label}
      onSubmit={submit}
    >
      <div className={styles.done} role="status">
        {sent && (
          <Notice ref={notice} kind="success" text={success}>
            {next}
            <Button variant="secondary" onClick={again}>
              {button[2]}
            </Button>
          </Notice>
        )}
      </div>
      <div className={styles.entries} hidden={sent}>
        {inert && (
          <noscript>
            <p className={styles.without}>
              This form needs JavaScript. Please write to <EmailLink address={email} /> instead.
            </p>
          </noscript>
        )}
        {children}
        <div className={styles.end}>
          <Button className={styles.button} type="submit" disabled={inert || sending || locked}>
            {button[Number(sending)]}
          </Button>
          <div className={styles.room} data-failure={failure} data-unknown={UNKNOWN}>
            {!trouble && <p className={styles.note}>{note}</p>}
            {/* The shell reports here if the scripts cannot be loaded. */}
            {inert && <div {...{ [PENDING_ATTRIBUTE]: '' }} />}
            {trouble && (
              <div role="alert">
                <Notice ref={notice} kind="error" text={trouble}>
                  {hint && <p className={styles.hint}>{hint.text}</p>}
                  {hint?.offersEmail && (
                    <p className={styles.hint}>
                      If you can’t wait, write to <EmailLink address={email} />. What you’ve typed stays here.
                    </p>
                  )}
                </Notice>
              </div>
            )}
          </div>
        </div>
      </div>
      <VisuallyHidden role="status">
        {sending ? button[1] : problemsIn(outcome?.wrongFields.length ?? 0)}
      </VisuallyHidden>
    </form>
  );
}

interface NoticeProps {
  kind: 'success' | 'error';
  text: string;
  /** What follows a success, or what can be done about an error. */
  children: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/** How a submit has ended: green or red (§4). It can take the focus. */
function Notice({ kind, text, children, ref }: NoticeProps) {
  return (
    <div ref={ref} className={`${styles.notice} ${styles[kind]}`} tabIndex={-1}>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}

/**
 * Whether the visitor is still using the form, so that the focus may move. A focus elsewhere on the page stays. A button that is
 * disabled while submitting loses it to the page, or in some browsers to an element around the button.
 */
function isUsing(form: HTMLFormElement | null): boolean {
  const focused = document.activeElement;
  return !focused || focused.contains(form) || Boolean(form?.contains(focused));
}

function problemsIn(fields: number): string {
  if (fields === 0) return '';
  return fields === 1 ? '1 field needs your attention' : `${fields} fields need your attention`;
}
