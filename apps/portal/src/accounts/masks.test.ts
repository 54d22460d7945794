import { expect, it } from 'vitest'
import { caretAfter } from './masks.ts'

it('keeps the caret after the typed character', () => {
  expect(caretAfter('12a', '12.A')).toBe(4)
  expect(caretAfter('1', '12.ABC')).toBe(1)
  expect(caretAfter('', '12.ABC')).toBe(0)
})
