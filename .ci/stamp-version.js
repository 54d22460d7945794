// `pnpm version 1.2.3` runs this before it commits: the client gets the version, and the unreleased changes
// become those of the version.
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const today = new Date().toISOString().slice(0, 10)
const replace = (file, before, after) => writeFileSync(file, readFileSync(file, 'utf8').replace(before, after))

replace('CHANGELOG.md', '## Unreleased\n', `## Unreleased\n\n## ${version} - ${today}\n`)
replace('packages/client/package.json', /"version": ".*"/, `"version": "${version}"`)
