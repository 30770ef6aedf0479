import type { ComponentProps, ReactNode } from 'react';
import { CharacterCounter } from './CharacterCounter';
import styles from './Field.module.css';
import { TICKED } from './formEntries';
import type { FieldModel } from './useForm';

type FieldProps = { field: FieldModel; label: string } & Kind;

type Kind =
  /** If `autoComplete` is `email`, the input also has the type `email`. */
  | { kind: 'line'; autoComplete: ComponentProps<'input'>['autoComplete'] }
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
  | { kind: 'tick'; hint: string };

/**
 * A form field with its label and error. The browser rejects input beyond the field's limit (§5). If the field is full,
 * `limit.message` appears.
 */
export function Field({ field, label, ...kind }: FieldProps) {
  const { id, rules, value, error, readOnly } = field;
  const { limit } = rules;
  const noteId = `${id}-note`;
  const describedBy = kind.kind === 'tick' || (kind.kind === 'text' && limit) ? noteId : undefined;
  const control = {
    id,
    name: field.name,
    // Used instead of the `required` attribute, which would make browsers mark an empty field as invalid before the visitor
    // reaches it.
    'aria-required': rules.required ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined,
  };
  const text = { ...control, defaultValue: '', maxLength: limit?.characters, readOnly };
  const message = error ? (
    <p className={styles.error} id={`${id}-error`}>
      {error}
    </p>
  ) : undefined;

  if (kind.kind === 'tick') {
    return (
      <div className={styles.tick}>
        <input
          {...control}
          type="checkbox"
          className={styles.box}
          value={TICKED}
          defaultChecked={false}
          disabled={readOnly}
          // Stops browsers from restoring the checkbox's state after a reload.
          autoComplete="off"
        />
        <label htmlFor={id}>{label}</label>
        <div className={styles.hint}>
          <p id={noteId}>{kind.hint}</p>
          {message}
        </div>
      </div>
    );
  }

  let input: ReactNode;
  let note: ReactNode;
  if (kind.kind === 'choice') {
    input = (
      <div className={styles.choice}>
        <select {...control} className={styles.control} defaultValue="" disabled={readOnly}>
          <option value="">Please choose</option>
          {kind.options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      </div>
    );
  } else if (kind.kind === 'text') {
    input = <textarea {...text} className={styles.control} rows={8} dir="auto" />;
    note = limit && <CharacterCounter id={noteId} used={value.length} limit={limit} />;
  } else {
    const isEmail = kind.autoComplete === 'email';
    input = (
      <input
        {...text}
        className={styles.control}
        type={isEmail ? 'email' : 'text'}
        // Email addresses are written left to right in every language.
        dir={isEmail ? undefined : 'auto'}
        autoComplete={kind.autoComplete}
      />
    );
    note = limit && (
      <p className={styles.full} role="status">
        {value.length === limit.characters && !error ? limit.message : ''}
      </p>
    );
  }

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {!rules.required && <span className={styles.optional}>Optional</span>}
      </div>
      {input}
      <div className={styles.foot}>
        {message}
        {note}
      </div>
    </div>
  );
}
