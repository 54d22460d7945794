import { describe, expect, it } from 'vitest'
import { compilerErrors } from './compiler-errors.ts'
import { packPackage } from './packed-package.ts'

/** The oldest compiler that the README names, the newest one in JavaScript, and the native one. */
const COMPILERS = ['typescript-5.4', 'typescript', 'typescript-7']
/**
 * `types-nodenext` is a server with Node's types and no DOM, `types-bundler` an app with the DOM and no types of Node,
 * `types-declarations` a library that emits declarations, and `types-testing` a test with msw. `types-testing` skips the
 * check of libraries' declarations, because some of these compilers reject msw's.
 */
const PROJECTS = ['types-nodenext', 'types-bundler', 'types-testing', 'types-declarations']

const { addTestProject } = await packPackage()

describe.each(COMPILERS)('%s with its strictest settings', (compiler) => {
  it.concurrent.each(PROJECTS)('accepts %s', async (name) => {
    expect(await compilerErrors(compiler, addTestProject(name))).toBe('')
  })
})
