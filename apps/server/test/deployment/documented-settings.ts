import { readFileSync } from 'node:fs'

const PAGE = new URL('../../../../docs/settings.md', import.meta.url)

/** Returns the names in the first columns of docs/settings.md, without those of the operator CLI. */
export function documentedSettings(): string[] {
  const [ofService = ''] = readFileSync(PAGE, 'utf8').split('## Operator CLI')
  const rows = ofService.split('\n').filter((line) => line.startsWith('|'))
  return rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z][A-Z_]+/g) ?? [])
}
