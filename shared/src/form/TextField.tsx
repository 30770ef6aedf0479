import type { ComponentProps } from 'react';
import { FieldFrame, controlProps } from './FieldFrame';
import styles from './TextField.module.css';
import type { FieldModel } from './useForm';

interface TextFieldProps {
  field: FieldModel;
  label: string;
  /** The autofill token for browsers. `email` also becomes the input's type. */
  autoComplete: ComponentProps<'input'>['autoComplete'];
}

/** A single-line text field. It refuses input beyond its limit, and then shows the limit below the field. */
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
        // Email addresses are written left to right in every language.
        dir={isEmail ? undefined : 'auto'}
        autoComplete={autoComplete}
        readOnly={field.readOnly}
      />
    </FieldFrame>
  );
}
