import { useState, type ChangeEvent, type CompositionEvent } from 'react';
import { keepWithinLimit } from './keepWithinLimit';
import type { FieldModel } from './useForm';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * Handlers for a text element that never holds more than its limit (§5).
 *
 * @returns `cut` whether the latest input was too long, so that some of it was refused
 */
export function useLimitedInput({ rules: { limit }, change }: FieldModel) {
  const [cut, setCut] = useState(false);

  function accept(element: TextElement) {
    if (limit) {
      const typed = element.value;
      const kept = keepWithinLimit(typed, limit.characters, element.selectionEnd ?? typed.length);
      setCut(kept.text !== typed);
      if (kept.text !== typed) {
        element.value = kept.text;
        element.setSelectionRange(kept.caret, kept.caret);
      }
    }
    change(element.value);
  }

  return {
    cut,
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<TextElement>) => {
      // To cut what an input method is still composing would break the word.
      if ((nativeEvent as InputEvent).isComposing) change(currentTarget.value);
      else accept(currentTarget);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<TextElement>) => accept(currentTarget),
  };
}
