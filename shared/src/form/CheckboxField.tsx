import styles from './CheckboxField.module.css';
import { controlProps, FieldError } from './FieldFrame';
import { TICKED } from './formEntries';
import type { FieldModel } from './useForm';

interface CheckboxFieldProps {
  field: FieldModel;
  label: string;
  /** What ticking it does, below the label. */
  hint: string;
}

/** A box to tick. */
export function CheckboxField({ field, label, hint }: CheckboxFieldProps) {
  const { id } = field;
  const hintId = `${id}-hint`;
  return (
    <div className={styles.field}>
      <input
        {...controlProps(field, undefined, hintId)}
        type="checkbox"
        className={styles.box}
        value={TICKED}
        defaultChecked={false}
        // After a reload browsers would tick a box again that was ticked before.
        autoComplete="off"
      />
      <label htmlFor={id}>{label}</label>
      <div className={styles.foot}>
        <p id={hintId}>{hint}</p>
        <FieldError field={field} />
      </div>
    </div>
  );
}
