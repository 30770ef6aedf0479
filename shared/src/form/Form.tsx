import { useEffect, useRef, type ReactNode } from 'react';
import { PENDING_ATTRIBUTE } from '../remote';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './Form.module.css';
import { FormNotice } from './FormNotice';
import type { FormModel } from './useForm';

interface FormProps {
  form: FormModel<never>;
  label: string;
  /** Where to write without scripts. */
  email: string;
  /** The notices (§8). */
  success: string;
  failure: string;
  /** What happens to the entries. It stands where the notices appear, until one does. */
  note: ReactNode;
  /** A button of type `submit`, disabled while the form cannot be submitted; Enter submits nothing then. */
  button: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/**
 * A form around its fields and its button, beside which its notices appear. It can be filled in before scripts have
 * run, but not be submitted, and never submits natively. After a submit the focus is at the first wrong field, else
 * at the notice.
 */
export function Form({ form, label, email, success, failure, note, button, children }: FormProps) {
  const { name, status, hint, outcome, element, submit } = form;
  const notice = useRef<HTMLDivElement>(null);
  const inert = status === 'inert';

  useEffect(() => {
    if (!outcome || !isUsing(element.current)) return;
    const [firstWrong = ''] = outcome.wrongFields;
    const wrongField = element.current?.elements.namedItem(firstWrong) as HTMLElement | null;
    (wrongField ?? notice.current)?.focus();
  }, [element, outcome]);

  return (
    // Without a dialog around it, the method `dialog` does nothing: what was entered never gets into a URL.
    <form ref={element} name={name} method="dialog" noValidate aria-label={label} onSubmit={submit}>
      {inert && (
        <noscript>
          <p className={styles.without}>
            This form needs JavaScript. Please write to <a href={`mailto:${email}`}>{email}</a> instead.
          </p>
        </noscript>
      )}
      {children}
      <div className={styles.end}>
        {button}
        <div className={styles.room} data-success={success} data-failure={failure}>
          {status !== 'sent' && status !== 'failed' && <p className={styles.note}>{note}</p>}
          {/* The shell says so here if the scripts cannot be loaded. */}
          <div role="status" {...(inert && { [PENDING_ATTRIBUTE]: '' })}>
            {status === 'sent' && <FormNotice ref={notice} kind="success" text={success} />}
          </div>
          {status === 'failed' && (
            <div role="alert">
              <FormNotice ref={notice} kind="error" text={failure} hint={hint} />
            </div>
          )}
        </div>
      </div>
      <VisuallyHidden role="status">{problemsIn(outcome?.wrongFields.length ?? 0)}</VisuallyHidden>
    </form>
  );
}

/**
 * Whether the visitor is still at the form, so that the focus may move. Who has moved it elsewhere keeps it. A button that is
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
