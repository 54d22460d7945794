import { typingErrors } from '@partner-accounts/core'

/** Shorter names are close to too many others. */
const MIN_LENGTH = 8
const MAX_ERRORS = 2

/** Such as `RATE_LIMIT_REQUEST`. */
export const findMisspeltNames = (given: readonly string[], settings: readonly string[]): string[] =>
  given
    .filter((name) => name.length >= MIN_LENGTH && !settings.includes(name))
    .flatMap((name) => {
      const [nearest] = settings
        .filter((setting) => setting.length >= MIN_LENGTH)
        .map((setting) => ({ setting, errors: typingErrors(name.toUpperCase(), setting).at(-1)! }))
        .filter(({ errors }) => errors <= MAX_ERRORS)
        .sort((one, other) => one.errors - other.errors)
      return nearest ? [`${name} is not a setting: did you mean ${nearest.setting}?`] : []
    })
