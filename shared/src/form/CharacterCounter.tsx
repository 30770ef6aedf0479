import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../ui/VisuallyHidden';
import styles from './CharacterCounter.module.css';
import type { CharacterLimit } from './FieldRules';

/** The fractions of the limit above which the counter changes its state (§9). */
const NEAR = 0.8;
const AT_LIMIT = 0.9;

/** How long typing must pause before the counter is read out, in milliseconds. */
const PAUSE = 1000;

interface CharacterCounterProps {
  id: string;
  used: number;
  limit: CharacterLimit;
}

/**
 * Shows how many characters are used, with a warning above 80 % of the limit and a stronger one above 90 % (§5). Above 80 %,
 * the count is also read out, after a pause in typing. A full field says that it takes no more.
 */
export function CharacterCounter({ id, used, limit: { characters, message } }: CharacterCounterProps) {
  const state = stateOf(used, characters);
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

function stateOf(used: number, limit: number): 'near' | 'at-limit' | undefined {
  if (used > AT_LIMIT * limit) return 'at-limit';
  return used > NEAR * limit ? 'near' : undefined;
}

/** The words that convey a state. Colour alone must not convey it. */
function wordsFor(state: 'near' | 'at-limit' | undefined, left: number): string | undefined {
  if (state === 'near') return `${left} left`;
  return state && (left > 0 ? `Only ${left} left` : 'None left');
}
