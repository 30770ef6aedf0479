import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { PENDING_ATTRIBUTE } from '../contract';
import { Button } from '../ui/Button';
import { EmailLink } from '../ui/EmailLink';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './Form.module.css';
import type { FormModel } from './useForm';

interface FormProps {
  form: FormModel<never>;
  label: string;
  email: string;
  /** The text of the success notice (§8). */
  success: string;
  /** The text of the failure notice (§8). */
  failure: string;
  next: ReactNode;
  /** Explains how the visitor's entries are used. A failure notice replaces this text. */
  note: ReactNode;
  button: ButtonLabels;
  /** Disables the button, so pressing Enter in a field does not submit the form either. */
  locked?: boolean;
  children: ReactNode;
}

interface ButtonLabels {
  send: string;
  sending: string;
  again: string;
}

const UNKNOWN = 'We couldn’t confirm that your message arrived. To be sure, please send it again.';

/**
 * A form with its fields and its button. A failure notice appears beside the button. A success notice replaces the form.
 * Before hydration, visitors can fill in the form but not submit it. The browser itself never submits the form. After a
 * submission, the focus moves to the first invalid field or, if all fields are valid, to the notice.
 */
export function Form(props: FormProps) {
  const { form, label, email, success, failure, next, note, button, locked = false, children } = props;
  const { name, status, hint, outcome, element, submit, again } = form;
  const notice = useRef<HTMLDivElement>(null);
  const isInert = status === 'inert';
  const isSending = status === 'submitting';
  const isSent = status === 'sent';
  const problem = status === 'unknown' ? UNKNOWN : status === 'failed' && failure;

  useEffect(() => {
    if (!outcome || !mayMoveFocus(element.current)) return;
    const [firstWrong = ''] = outcome.wrongFields;
    const wrongField = element.current?.elements.namedItem(firstWrong) as HTMLElement | null;
    (wrongField ?? notice.current ?? (element.current?.elements[0] as HTMLElement | undefined))?.focus();
  }, [element, outcome]);

  return (
    // Outside a dialog, a form with the method `dialog` sends nothing, so the entries never become part of a URL.
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
        {isSent && (
          <Notice ref={notice} kind="success" text={success}>
            {next}
            <Button variant="secondary" onClick={again}>
              {button.again}
            </Button>
          </Notice>
        )}
      </div>
      <div className={styles.entries} hidden={isSent}>
        {isInert && (
          <noscript>
            <p className={styles.without}>
              This form needs JavaScript. Please write to <EmailLink address={email} /> instead.
            </p>
          </noscript>
        )}
        {children}
        <div className={styles.end}>
          <Button className={styles.button} type="submit" disabled={isInert || isSending || locked}>
            {isSending ? button.sending : button.send}
          </Button>
          <div className={styles.room} data-failure={failure} data-unknown={UNKNOWN}>
            {!problem && <p className={styles.note}>{note}</p>}
            {/* If the scripts fail to load, the shell shows a message in this element. */}
            {isInert && <div {...{ [PENDING_ATTRIBUTE]: '' }} />}
            {problem && (
              <div role="alert">
                <Notice ref={notice} kind="error" text={problem}>
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
        {isSending ? button.sending : describeWrongFields(outcome?.wrongFields.length ?? 0)}
      </VisuallyHidden>
    </form>
  );
}

interface NoticeProps {
  kind: 'success' | 'error';
  text: string;
  children: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/** A submission's result, in green or red (§4). */
function Notice({ kind, text, children, ref }: NoticeProps) {
  return (
    <div ref={ref} className={`${styles.notice} ${styles[kind]}`} tabIndex={-1}>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}

/**
 * Returns whether the focus may move when a submission ends. If the visitor has focused an element outside the form, the
 * focus must stay there. Ancestors of the form do not count: some browsers focus an ancestor when the focused button is
 * disabled.
 */
function mayMoveFocus(form: HTMLFormElement | null): boolean {
  const focused = document.activeElement;
  return !focused || focused.contains(form) || Boolean(form?.contains(focused));
}

function describeWrongFields(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 field needs your attention' : `${count} fields need your attention`;
}
