import type { ReactNode } from 'react';
import styles from './FieldFrame.module.css';
import type { FieldModel } from './useForm';

interface FieldFrameProps {
  field: FieldModel;
  label: string;
  /** Shown below the control while it has no error. */
  note?: ReactNode;
  /** The control, with its `controlProps`. */
  children: ReactNode;
}

/** The label above a control and the error below it. Room for the error is always kept free. */
export function FieldFrame({ field, label, note, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={field.id}>{label}</label>
        {!field.rules.required && <span className={styles.optional}>Optional</span>}
      </div>
      {children}
      <div className={styles.foot}>
        <FieldError field={field} />
        {note}
      </div>
    </div>
  );
}

/** The error of a field, if it has one. */
export function FieldError({ field: { id, error } }: { field: FieldModel }) {
  return error ? (
    <p className={styles.error} id={`${id}-error`}>
      {error}
    </p>
  ) : undefined;
}

/**
 * The attributes that connect a control with its label and its error.
 *
 * @param ownClass besides that of every control
 * @param describedBy the id of what describes the control besides its error
 */
export function controlProps(field: FieldModel, ownClass?: string, describedBy?: string) {
  const { id, name, error, rules } = field;
  return {
    id,
    name,
    className: ownClass ? `${styles.control} ${ownClass}` : styles.control,
    // Not `required`: browsers would call an empty field invalid before anyone has been there.
    'aria-required': rules.required ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined,
  };
}
