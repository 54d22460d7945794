import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { packPackage } from './packed-package.ts'

const SOURCE = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
const BUDGET_BYTES = 9_800
const PROGRAM = "import { PartnerAccounts } from '@partner-accounts/sdk'; new PartnerAccounts({})"

const { project } = await packPackage()

it('an error class adds at most 400 bytes to a bundle', async () => {
  const contents = "import { ApiError } from '@partner-accounts/sdk'; console.log(ApiError)"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThanOrEqual(400)
})

it('the client adds a limited size to a bundle, and no code of the testing entry', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: PROGRAM, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  })
  const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length
  console.info(`PartnerAccounts, bundled, minified and gzipped: ${bytes} of ${BUDGET_BYTES} bytes`)
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES)

  expect(Object.keys(metafile.inputs).map((file) => path.basename(file))).toEqual(['browser.js', '<stdin>'])
  const { inputs } = (await build({ entryPoints: [SOURCE], bundle: true, write: false, metafile: true })).metafile
  expect(Object.keys(inputs).filter((file) => file.includes('testing'))).toEqual([])
})
