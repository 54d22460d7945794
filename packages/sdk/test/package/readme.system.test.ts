import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { compilerErrors } from './compiler-errors.ts'
import { packPackage, runNode } from './packed-package.ts'
import { linkNest, writeReadmeBlocks } from './readme-blocks.ts'

const VITEST = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url))

const { addTestProject } = await packPackage()
const folder = addTestProject('readme')
linkNest(folder)
const names = writeReadmeBlocks(folder)

it("the README's snippets compile", async () => {
  expect(names.length).toBeGreaterThan(15)
  expect(await compilerErrors('typescript', folder)).toBe('')
})

it("the README's test passes with the fake service", async () => {
  const report = await runNode(folder, [VITEST, 'run', 'onboarding.test.ts', '--reporter=json', '--root', folder])
  // Vitest may print other lines before the report.
  const { numPassedTests, numTotalTests } = JSON.parse(report.slice(report.indexOf('{'))) as Record<string, number>
  expect([numPassedTests, numTotalTests]).toEqual([2, 2])
})
