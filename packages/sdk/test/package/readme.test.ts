import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { compilerFaults } from './compiler-faults.ts'
import { packPackage, runNode } from './packed-package.ts'
import { writeReadmeBlocks } from './readme-blocks.ts'

const VITEST = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url))

const { addTestProject } = await packPackage()
const folder = addTestProject('readme')
const names = writeReadmeBlocks(folder)

it('shows nothing that does not compile', { timeout: 60_000 }, async () => {
  expect(names.length).toBeGreaterThan(15)
  expect(await compilerFaults('typescript', folder)).toBe('')
})

it('shows a test that passes, with the service acted out by the testing entry', { timeout: 60_000 }, async () => {
  const report = await runNode(folder, [VITEST, 'run', 'onboarding.test.ts', '--reporter=json', '--root', folder])
  const { numPassedTests, numTotalTests } = JSON.parse(report.slice(report.indexOf('{'))) as Record<string, number>
  expect([path.basename(folder), numPassedTests, numTotalTests]).toEqual(['readme', 2, 2])
})
