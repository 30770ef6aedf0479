import styles from './CheckboxField.module.css';
import { controlProps, FieldError } from './FieldFrame';
import { TICKED } from './formEntries';
import type { FieldModel } from './useForm';

interface CheckboxFieldProps {
  field: FieldModel;
  label: string;
  /** Explains the effect of ticking the box. Shown below the label. */
  hint: string;
}

/** A checkbox with its label, hint and error. */
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
        // Browsers must not restore a tick after a reload.
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
