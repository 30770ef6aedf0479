import styles from './CheckboxField.module.css';
import type { FieldModel } from './useForm';

/** The value of a box that is ticked; otherwise it is the empty text. */
const TICKED = 'yes';

interface CheckboxFieldProps {
  field: FieldModel;
  label: string;
  /** What ticking it does, below the label. */
  hint: string;
}

/** A box to tick. */
export function CheckboxField({ field, label, hint }: CheckboxFieldProps) {
  const { id, name, value, error, rules, change } = field;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <input
        type="checkbox"
        className={styles.box}
        id={id}
        name={name}
        value={TICKED}
        checked={value === TICKED}
        // After a reload browsers would tick a box again that was ticked before.
        autoComplete="off"
        // Not `required`: browsers would call it invalid before anyone has been there.
        aria-required={rules.required ? true : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${errorId} ${hintId}` : hintId}
        onChange={({ currentTarget }) => change(currentTarget.checked ? TICKED : '')}
      />
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <p className={styles.hint} id={hintId}>
        {hint}
      </p>
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
