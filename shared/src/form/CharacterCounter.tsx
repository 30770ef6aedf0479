import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './CharacterCounter.module.css';
import type { CharacterLimit } from './FieldRules';

/** Above this fraction of the limit, the counter warns (§5). */
const NEAR = 0.8;
/** Above this fraction of the limit, the counter warns more strongly (§5). */
const AT_LIMIT = 0.9;

/** The pause in typing after which screen readers announce the count, in milliseconds. */
const PAUSE = 1000;

interface CharacterCounterProps {
  id: string;
  used: number;
  limit: CharacterLimit;
}

/**
 * Shows how many characters have been used. Near the limit, the counter warns, and screen readers announce the count after a
 * pause in typing (§5). If the field is full, the counter shows `limit.message`.
 */
export function CharacterCounter({ id, used, limit: { characters, message } }: CharacterCounterProps) {
  const state = counterState(used, characters);
  const isFull = used === characters;
  const announcement = isFull
    ? `${message}. Anything beyond that is cut off.`
    : state && `${used} of ${characters} characters used`;
  const words = isFull ? message : wordsFor(state, characters - used);
  const [spoken, setSpoken] = useState<string>();

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(announcement), PAUSE);
    return () => clearTimeout(timer);
  }, [announcement]);

  return (
    <div className={styles.counter} data-state={state}>
      {words && <span className={styles.words}>{words}</span>}
      <span className={styles.used} id={id}>
        {`${used}/${characters}`}
      </span>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
}

function counterState(used: number, limit: number): 'near' | 'at-limit' | undefined {
  if (used > AT_LIMIT * limit) return 'at-limit';
  return used > NEAR * limit ? 'near' : undefined;
}

/** Returns the state in words, because colour alone must not convey it. */
function wordsFor(state: 'near' | 'at-limit' | undefined, left: number): string | undefined {
  if (state === 'near') return `${left} left`;
  return state && (left > 0 ? `Only ${left} left` : 'None left');
}
