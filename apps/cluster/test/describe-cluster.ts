import { describe } from 'vitest'
import { findPrograms, type Programs } from '../src/programs.ts'

/** Tests start and restart many processes, which takes minutes on a busy machine. */
const TIMEOUT_MS = 600_000

/**
 * Declares tests that require all programs of a deployment. If programs are missing, skips the tests and names the
 * programs.
 *
 * @param options `withFailOver`: the tests start a database with fail-over
 */
export function describeCluster(
  title: string,
  tests: (programs: Programs) => void,
  { withFailOver = false } = {},
): void {
  const found = findPrograms(withFailOver)
  if ('missing' in found)
    describe.skip(`${title} (skipped: no ${found.missing.join(', no ')})`, () => tests({ postgres: '', nginx: '' }))
  else describe(title, { timeout: TIMEOUT_MS }, () => tests(found))
}
