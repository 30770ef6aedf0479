import styles from './CheckboxField.module.css';
import { controlProps, FieldError } from './FieldFrame';
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
  const { id, value, change } = field;
  const hintId = `${id}-hint`;
  return (
    <div className={styles.field}>
      <input
        {...controlProps(field, undefined, hintId)}
        type="checkbox"
        className={styles.box}
        value={TICKED}
        checked={value === TICKED}
        // After a reload browsers would tick a box again that was ticked before.
        autoComplete="off"
        onChange={({ currentTarget }) => change(currentTarget.checked ? TICKED : '')}
      />
      <label htmlFor={id}>{label}</label>
      <div className={styles.foot}>
        <p id={hintId}>{hint}</p>
        <FieldError field={field} />
      </div>
    </div>
  );
}
