// Writes the version of package.json into the client, which sends it with every request, and into the README.
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const replace = (file, before, after) => writeFileSync(file, readFileSync(file, 'utf8').replace(before, after))
replace('src/http/version.ts', /'.*'/, `'${version}'`)
replace('README.md', /sdk-.+\.tgz/, `sdk-${version}.tgz`)
