import { FieldFrame, controlProps } from './FieldFrame';
import styles from './SelectField.module.css';
import type { FieldModel } from './useForm';

interface SelectFieldProps {
  field: FieldModel;
  label: string;
  /** Values and their labels. While nothing is chosen, the value is empty. */
  options: readonly (readonly [value: string, label: string])[];
}

/** A select with its label and error. Its first option is empty. */
export function SelectField({ field, label, options }: SelectFieldProps) {
  return (
    <FieldFrame field={field} label={label}>
      <div className={styles.frame}>
        <select {...controlProps(field, styles.select)} defaultValue="">
          <option value="">Please choose</option>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
