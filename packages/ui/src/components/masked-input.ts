import type { CompositionEvent, FormEvent } from 'react'
import { caretAfter } from '../formats/masks.ts'

/**
 * Returns an input's handlers, which mask what is typed and keep the caret in place. Nothing is masked while a keyboard
 * or an input method composes the text (Android, dictation, dead keys): replacing it then would double characters.
 */
export function maskedInput(onChange: (text: string) => void, mask?: (text: string) => string) {
  const readInput = (input: HTMLInputElement, isComposing: boolean) => {
    if (mask && !isComposing) {
      const masked = mask(input.value)
      const beforeCaret = mask(input.value.slice(0, input.selectionStart ?? undefined))
      const caret = caretAfter(beforeCaret, masked)
      input.value = masked
      input.setSelectionRange(caret, caret)
    }
    onChange(input.value)
  }
  return {
    onChange: ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) =>
      readInput(currentTarget, 'isComposing' in nativeEvent && nativeEvent.isComposing === true),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => readInput(currentTarget, false),
  }
}
