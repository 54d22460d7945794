import { describe, expect, it } from 'vitest'
import { compilerFaults } from './compiler-faults.ts'
import { packPackage } from './packed-package.ts'

const COMPILERS = ['typescript-5.4', 'typescript-5.9', 'typescript', 'typescript-7']
/**
 * A server has Node's types and no page; an app has a page and nothing of Node; tests have msw, in whose own
 * declarations some of these compilers find fault: there they are not looked at.
 */
const PROJECTS = ['types-nodenext', 'types-bundler', 'types-testing']

const { addTestProject } = await packPackage()

describe.each(COMPILERS)('%s, in its strictest setting,', (compiler) => {
  it.concurrent.each(PROJECTS)('accepts %s', { timeout: 60_000 }, async (name) => {
    expect(await compilerFaults(compiler, addTestProject(name))).toBe('')
  })
})
