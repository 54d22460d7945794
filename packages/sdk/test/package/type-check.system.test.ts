import { describe, expect, it } from 'vitest'
import { compilerErrors } from './compiler-errors.ts'
import { packPackage } from './packed-package.ts'

/** The oldest that the README names, the newest in JavaScript, and the native one. */
const COMPILERS = ['typescript-5.4', 'typescript', 'typescript-7']
/**
 * `types-nodenext` is a server with Node's types and no DOM, `types-bundler` an app with the DOM and no types of Node,
 * `types-declarations` a library that emits declarations, and `types-testing` a test with msw. That skips the declarations of libraries, as some of these compilers reject msw's.
 */
const PROJECTS = ['types-nodenext', 'types-bundler', 'types-testing', 'types-declarations']

const { addTestProject } = await packPackage()

describe.each(COMPILERS)('%s with its strictest settings', (compiler) => {
  it.concurrent.each(PROJECTS)('accepts %s', async (name) => {
    expect(await compilerErrors(compiler, addTestProject(name))).toBe('')
  })
})
