import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECRET_FILE_NAMES } from './environment.ts'
import { SETTING_NAMES } from './settings.ts'

const lines = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8').split('\n')
const namesIn = (text: string) => text.match(/\w+/g) ?? []

it('every environment variable is documented on docs/settings.md', () => {
  const rows = lines.filter((line) => line.startsWith('|'))
  const documented = new Set(rows.flatMap((row) => namesIn(row.split('|')[1]!)))

  expect(SETTING_NAMES.filter((name) => !documented.has(name))).toEqual([])
})

it('docs/settings.md lists the secrets that can be files', () => {
  const rule = lines.find((line) => line.includes('`NAME_FILE`')) ?? ''

  expect(namesIn(rule).filter((name) => SECRET_FILE_NAMES.includes(`${name}_FILE`))).toHaveLength(
    SECRET_FILE_NAMES.length,
  )
})
