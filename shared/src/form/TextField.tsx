import type { ComponentProps } from 'react';
import { FieldFrame, controlProps } from './FieldFrame';
import styles from './TextField.module.css';
import type { FieldModel } from './useForm';
import { useLimitedInput } from './useLimitedInput';

interface TextFieldProps {
  field: FieldModel;
  label: string;
  type?: 'text' | 'email';
  autoComplete: ComponentProps<'input'>['autoComplete'];
}

/** One line of text. What is typed or pasted beyond its limit is refused, and its limit then stands below. */
export function TextField({ field, label, type = 'text', autoComplete }: TextFieldProps) {
  const { cut, ...handlers } = useLimitedInput(field);
  const { limit } = field.rules;
  return (
    <FieldFrame
      field={field}
      label={label}
      note={
        limit && (
          <p className={styles.limit} role="status">
            {cut && field.value && !field.error ? limit.message : ''}
          </p>
        )
      }
    >
      <input
        {...controlProps(field)}
        {...handlers}
        type={type}
        // Addresses run from left to right in every language.
        dir={type === 'email' ? undefined : 'auto'}
        autoComplete={autoComplete}
        readOnly={field.readOnly}
      />
    </FieldFrame>
  );
}
