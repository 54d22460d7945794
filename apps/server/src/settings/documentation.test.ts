import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SETTING_NAMES } from './settings.ts'

it('every environment variable is documented on docs/settings.md', () => {
  const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const documented = new Set(rows.flatMap((row) => row.split('|')[1]!.match(/\w+/g) ?? []))

  expect(SETTING_NAMES.filter((name) => !documented.has(name))).toEqual([])
})
