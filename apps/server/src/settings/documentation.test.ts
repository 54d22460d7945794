import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECRET_FILE_NAMES } from './environment.ts'
import { SETTING_NAMES } from './settings.ts'

const lines = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8').split('\n')

/** Settings that only the operator CLI reads. */
const CLI_SETTINGS = ['OPS_URL']

it('docs/settings.md has every environment variable, and no other', () => {
  const rows = lines.filter((line) => line.startsWith('|'))
  const documented = new Set(rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z][A-Z_]+/g) ?? []))

  expect([...documented].sort()).toEqual([...SETTING_NAMES, ...CLI_SETTINGS].sort())
})

it('docs/settings.md lists the secrets that can be files, and no other', () => {
  // This line lists the secrets after the words "for `DATABASE_URL`".
  const rule = lines.find((line) => line.includes('`NAME_FILE`')) ?? ''
  const listed = [...rule.split('for `DATABASE_URL`')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!)
  // The end of the line repeats `NAME_FILE`.
  const secrets = listed.filter((name) => !name.startsWith('NAME'))

  expect(['DATABASE_URL', ...secrets].map((name) => `${name}_FILE`).sort()).toEqual([...SECRET_FILE_NAMES].sort())
})
