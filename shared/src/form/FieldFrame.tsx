import type { ReactNode } from 'react';
import styles from './FieldFrame.module.css';
import type { FieldModel } from './useForm';

interface FieldFrameProps {
  field: FieldModel;
  label: string;
  /** The id of what describes the control besides its error. */
  describedBy?: string;
  /** What stands below the control while it has no error. */
  note?: ReactNode;
  /** The control, with the attributes that tie it to its label and its error. */
  children: (control: ControlAttributes) => ReactNode;
}

interface ControlAttributes {
  id: string;
  name: string;
  value: string;
  className: string | undefined;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** What every field has around its control: label, and below it its error, for which the room is always there. */
export function FieldFrame({ field, label, describedBy, note, children }: FieldFrameProps) {
  const { id, name, value, error, rules } = field;
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {!rules.required && <span className={styles.optional}>Optional</span>}
      </div>
      {children({
        id,
        name,
        value,
        className: styles.control,
        // Not `required`: browsers would call an empty field invalid before anyone has been there.
        'aria-required': rules.required ? true : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [error && errorId, describedBy].filter(Boolean).join(' ') || undefined,
      })}
      <div className={styles.foot}>
        {error && (
          <p className={styles.error} id={errorId}>
            {error}
          </p>
        )}
        {note}
      </div>
    </div>
  );
}
