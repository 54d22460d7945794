import { withoutAccents } from '@partner-accounts/ui/without-accents'

/** Removes case, accents and punctuation. */
export const normalizeHeading = (heading: string): string =>
  withoutAccents(heading)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
