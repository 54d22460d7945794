import type { LocalizedText } from '@partner-accounts/rules'
import { expect, it } from 'vitest'
import { ERROR_CATALOG } from '../src/errors/catalog.ts'
import { FIELD_ERRORS, tooManyItems } from '../src/wire/field-errors.ts'

/** Matches a text that begins with an upper-case letter, ends with a full stop or question mark, and has no missing value. */
const SENTENCE = /^\p{Lu}(?!.*(undefined|NaN)).{7,}[.?]"?$/u

const isSentence = (text: string) => SENTENCE.test(text)
const isTranslated = (texts: LocalizedText) =>
  isSentence(texts['pt-BR']) && isSentence(texts.en) && texts['pt-BR'] !== texts.en

it('every error has a sentence for developers, and one per language for people', () => {
  const errors = Object.entries(ERROR_CATALOG)
  const incomplete = errors.filter(([, { message, uiMessage }]) => !isSentence(message) || !isTranslated(uiMessage))
  expect(incomplete).toEqual([])
})

it('every error of a field has a sentence per language', () => {
  const errors = Object.entries<LocalizedText>({ ...FIELD_ERRORS, too_many_items: tooManyItems(3) })
  expect(errors.filter(([, texts]) => !isTranslated(texts))).toEqual([])
})
