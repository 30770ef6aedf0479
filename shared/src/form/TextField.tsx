import type { ComponentProps } from 'react';
import { FieldFrame, controlProps } from './FieldFrame';
import styles from './TextField.module.css';
import type { FieldModel } from './useForm';

interface TextFieldProps {
  field: FieldModel;
  label: string;
  /** What browsers may fill in; `email` makes it a field of that type. */
  autoComplete: ComponentProps<'input'>['autoComplete'];
}

/** One line of text. Input beyond its limit is refused, and the limit is then shown below. */
export function TextField({ field, label, autoComplete }: TextFieldProps) {
  const { limit } = field.rules;
  const isEmail = autoComplete === 'email';
  return (
    <FieldFrame
      field={field}
      label={label}
      note={
        limit && (
          <p className={styles.limit} role="status">
            {field.cut && field.value && !field.error ? limit.message : ''}
          </p>
        )
      }
    >
      <input
        {...controlProps(field)}
        defaultValue=""
        type={isEmail ? 'email' : 'text'}
        // Addresses run from left to right in every language.
        dir={isEmail ? undefined : 'auto'}
        autoComplete={autoComplete}
        readOnly={field.readOnly}
      />
    </FieldFrame>
  );
}
