import { termsOf } from '@partner-accounts/core'

/**
 * Returns the words of a record that operators' lists search. Words follow a space, so that `hasWords` can search for
 * the beginning of a word.
 */
export const listedTerms = (...texts: string[]): string => ` ${termsOf(...texts)}`
