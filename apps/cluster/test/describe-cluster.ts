import { describe } from 'vitest'
import { findPrograms, type Programs } from '../src/programs.ts'

const found = findPrograms()

/** Tests that need all programs of a deployment; skipped by name where one is missing. */
export function describeCluster(title: string, tests: (programs: Programs) => void): void {
  if ('missing' in found)
    describe.skip(`${title} (skipped: no ${found.missing.join(', no ')})`, () => tests({ postgres: '', nginx: '' }))
  else describe(title, () => tests(found))
}
