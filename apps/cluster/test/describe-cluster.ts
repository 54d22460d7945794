import { describe } from 'vitest'
import { findPrograms, type Programs } from '../src/programs.ts'

const found = findPrograms()

/** Declares tests that require all programs of a deployment. Skips them, and names the missing programs, otherwise. */
export function describeCluster(title: string, tests: (programs: Programs) => void): void {
  if ('missing' in found)
    describe.skip(`${title} (skipped: no ${found.missing.join(', no ')})`, () => tests({ postgres: '', nginx: '' }))
  else describe(title, () => tests(found))
}
