import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseSettings } from '../src/settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-ops-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates a data directory whose key file contains this text. */
function dataDirectory(keyFile: string): string {
  const directory = mkdtempSync(path.join(folder, 'data-'))
  writeFileSync(path.join(directory, 'keys.json'), keyFile)
  return directory
}

describe('the URL of the service', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ PORT: '' }, 'http://127.0.0.1:3000'],
    [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
    [{ PORT: ' 8080\r\n', OPS_URL: ' \n' }, 'http://127.0.0.1:8080'],
    [{ OPS_URL: ' https://accounts.example/service/\n' }, 'https://accounts.example/service'],
    [{ PORT: '8080', OPS_URL: 'https://accounts.example/service/' }, 'https://accounts.example/service'],
  ])('with the settings %o is %s', (environment, url) => {
    expect(parseSettings(environment).url).toBe(url)
  })

  it.each(['accounts.example', 'ftp://accounts.example', 'http://'])(
    'is rejected if it is not an HTTP URL: %s',
    (url) => {
      expect(() => parseSettings({ OPS_URL: url })).toThrow(/^OPS_URL must be a URL/)
    },
  )
})

describe('the internal key', () => {
  it.each([
    ['abc', 'abc'],
    ['billing:abc', 'abc'],
    [' billing:abc , old:def', 'abc'],
    ['abc==,def', 'abc=='],
  ])('is the first key of INTERNAL_API_KEY, without its name: %s', (setting, key) => {
    const environment = { INTERNAL_API_KEY: setting, DATA_DIR: dataDirectory('{"INTERNAL_API_KEY": "other"}') }

    expect(parseSettings(environment).readKey()).toBe(key)
  })

  it('is read from INTERNAL_API_KEY_FILE', () => {
    const file = path.join(folder, 'key')
    writeFileSync(file, 'operator:abc\n')

    expect(parseSettings({ INTERNAL_API_KEY_FILE: file }).readKey()).toBe('abc')
    const fromSecret = { INTERNAL_API_KEY_FILE: `${file}\n`, INTERNAL_API_KEY: '\n' }
    expect(parseSettings(fromSecret).readKey()).toBe('abc')
  })

  it('is the generated key in DATA_DIR if INTERNAL_API_KEY is empty', () => {
    const directory = dataDirectory('{"INTERNAL_API_KEY": "made"}')

    expect(parseSettings({ INTERNAL_API_KEY: '', DATA_DIR: directory }).readKey()).toBe('made')
    expect(parseSettings({ INTERNAL_API_KEY: ' ', DATA_DIR: `${directory}\n` }).readKey()).toBe('made')
  })

  it.each([
    ['a key that is invalid in a header', { INTERNAL_API_KEY: 'chavé' }, /^INTERNAL_API_KEY must be/],
    [
      'an unreadable file',
      { INTERNAL_API_KEY_FILE: path.join(folder, 'none') },
      /^INTERNAL_API_KEY_FILE .*none cannot be read \(ENOENT\)/,
    ],
    ['a key and a file', { INTERNAL_API_KEY: 'a', INTERNAL_API_KEY_FILE: folder }, /_FILE must not be set together/],
    ['no file', { DATA_DIR: path.join(folder, 'none') }, /none\/keys\.json cannot be read \(ENOENT\)/],
    ['a file that is not JSON', { DATA_DIR: dataDirectory('{') }, /keys\.json cannot be read \(not JSON\)/],
    ['a file without the key', { DATA_DIR: dataDirectory('{}') }, /keys\.json contains no INTERNAL_API_KEY/],
    ['a file that contains null', { DATA_DIR: dataDirectory('null') }, /keys\.json contains no INTERNAL_API_KEY/],
  ])('fails with an error that names the cause: %s', (_, environment, message) => {
    expect(() => parseSettings(environment).readKey()).toThrow(message)
  })
})
