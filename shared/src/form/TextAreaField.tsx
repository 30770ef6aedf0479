import { CharacterCounter } from './CharacterCounter';
import { FieldFrame, controlProps } from './FieldFrame';
import styles from './TextAreaField.module.css';
import type { FieldModel } from './useForm';

/** A multi-line text field, with a counter if it has a limit. */
export function TextAreaField({ field, label }: { field: FieldModel; label: string }) {
  const { limit } = field.rules;
  const counterId = `${field.id}-counter`;
  return (
    <FieldFrame
      field={field}
      label={label}
      note={limit && <CharacterCounter id={counterId} text={field.value} limit={limit} cut={field.cut} />}
    >
      <textarea
        {...controlProps(field, styles.area, limit && counterId)}
        defaultValue=""
        rows={8}
        dir="auto"
        readOnly={field.readOnly}
      />
    </FieldFrame>
  );
}
