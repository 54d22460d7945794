// Packs the version of package.json into `releases`, unless it is kept already: published bytes never change.
import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const tarball = `releases/sdk-${version}.tgz`
if (!existsSync(tarball)) {
  execSync('pnpm run prepack', { stdio: 'inherit' })
  execSync(`pnpm pack --config.ignore-scripts=true --out ${tarball}`, { stdio: 'inherit' })
}
