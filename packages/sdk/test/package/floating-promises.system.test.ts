import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ESLint, type Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, it } from 'vitest'
import { packPackage } from './packed-package.ts'

const { addTestProject } = await packPackage()
const folder = addTestProject('types-nodenext')

it('no-floating-promises of typescript-eslint reports lists and calls that nobody awaits', async () => {
  const file = path.join(folder, 'floating.mts')
  const floating = ['client.accounts.list()', 'client.accounts.list().toArray()', "client.accounts.get('1')"]
  const awaited = ['await client.accounts.list()', 'for await (const { _id } of client.accounts.list()) void _id']
  const setup = [
    "import { PartnerAccounts } from '@partner-accounts/sdk'",
    "const client = new PartnerAccounts({ baseUrl: 'https://api.example/partners/v1', token: 'token' })",
  ]
  writeFileSync(file, [...setup, ...floating, ...awaited].join('\n'))
  const config: Linter.Config = {
    files: ['**/*.mts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: path.join(folder, 'tsconfig.json'), tsconfigRootDir: folder },
    },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  }
  const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: config })
  const [result] = await eslint.lintFiles([file])

  const reported = result!.messages.map(({ ruleId, line }) => [ruleId, line])
  expect(reported).toEqual(
    floating.map((_code, index) => ['@typescript-eslint/no-floating-promises', setup.length + index + 1]),
  )
})
