// Writes the version of package.json into the client, which sends it with every request.
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const file = 'src/http/version.ts'
writeFileSync(file, readFileSync(file, 'utf8').replace(/'.*'/, `'${version}'`))
