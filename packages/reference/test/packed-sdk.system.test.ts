import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePackedSdk } from '../packed-sdk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-packed-'))
const sdk = path.join(folder, 'sdk')
const releases = path.join(sdk, 'releases')
const manifest = { name: '@partner-accounts/sdk', version: '1.1.0', files: ['index.js'] }

beforeAll(() => {
  mkdirSync(releases, { recursive: true })
  writeFileSync(path.join(sdk, 'package.json'), JSON.stringify(manifest))
  writeFileSync(path.join(sdk, 'index.js'), 'export {}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packs the SDK into a new folder, verifies its `index.json` and returns the integrity of each tarball in it. */
function packAndVerifyIndex(name: string): Record<string, string> {
  const target = path.join(folder, name)
  writePackedSdk(sdk, target)
  const tarballs = readdirSync(target).filter((file) => file !== 'index.json')
  const integrities = Object.fromEntries(
    tarballs.map((file) => {
      const hash = createHash('sha512').update(readFileSync(path.join(target, file)))
      return [file, `sha512-${hash.digest('base64')}`]
    }),
  )
  expect(JSON.parse(readFileSync(path.join(target, 'index.json'), 'utf8'))).toEqual({ version: '1.1.0', integrities })
  return integrities
}

describe('the packed SDK', () => {
  it('has the same bytes whatever the times and modes of its files', () => {
    const first = packAndVerifyIndex('first')
    utimesSync(path.join(sdk, 'index.js'), 1, 1)
    chmodSync(path.join(sdk, 'index.js'), 0o660)

    expect(packAndVerifyIndex('second')).toEqual(first)
    expect(Object.keys(first)).toEqual(['sdk-1.1.0.tgz'])
  })

  it('is beside the released versions, which are not packed again', () => {
    const unreleased = packAndVerifyIndex('unreleased')
    writeFileSync(path.join(releases, 'sdk-1.0.0.tgz'), 'previous')
    writeFileSync(path.join(releases, 'sdk-1.1.0.tgz'), 'released')

    const integrities = packAndVerifyIndex('released')
    expect(Object.keys(integrities)).toEqual(['sdk-1.0.0.tgz', 'sdk-1.1.0.tgz'])
    expect(integrities['sdk-1.1.0.tgz']).not.toBe(unreleased['sdk-1.1.0.tgz'])
    expect(readFileSync(path.join(folder, 'released', 'sdk-1.1.0.tgz'), 'utf8')).toBe('released')
  })
})
