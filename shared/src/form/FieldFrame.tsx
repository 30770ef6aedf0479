import type { ReactNode } from 'react';
import styles from './FieldFrame.module.css';
import type { FieldModel } from './useForm';

interface FieldFrameProps {
  field: FieldModel;
  label: string;
  /** Shown below the control, next to the error if there is one. */
  note?: ReactNode;
  /** The control, which needs the attributes that `controlProps` returns. */
  children: ReactNode;
}

/** The frame of a control: its label above and its error below. Space for the error is always reserved. */
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
 * @param ownClass a class to add to the one that all controls have
 * @param describedBy the id of another element that, like the error, describes the control
 */
export function controlProps(field: FieldModel, ownClass?: string, describedBy?: string) {
  const { id, name, error, rules } = field;
  return {
    id,
    name,
    className: ownClass ? `${styles.control} ${ownClass}` : styles.control,
    // With `required`, browsers would mark an empty field as invalid before the visitor reaches it.
    'aria-required': rules.required ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined,
  };
}
