import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { sdkToInstall } from '../src/static/packed-sdk.ts'
import { sdkPlugin } from '../src/static/sdk-plugin.ts'
import { sharedService } from './harness.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packedSdk = {
  folder,
  version: '1.1.0',
  integrities: { 'sdk-1.0.0.tgz': 'sha512-previous', 'sdk-1.1.0.tgz': 'sha512-current' },
}

it('GET /sdk-<version>.tgz returns each version that is still supported', async () => {
  for (const name of Object.keys(packedSdk.integrities)) writeFileSync(path.join(folder, name), `bytes of ${name}`)
  const app = Fastify()
  await app.register(sdkPlugin, { packedSdk })

  const responses = await Promise.all(['1.0.0', '1.1.0', '1.2.0'].map((version) => app.inject(`/sdk-${version}.tgz`)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404])
  expect(responses[0]!.body).toBe('bytes of sdk-1.0.0.tgz')
  expect((await app.inject('/sdk.tgz')).headers.location).toBe('sdk-1.1.0.tgz')
  await app.close()
})

it('pages install the current version from the service, or from the registry with sdkSource: registry', () => {
  const publicUrl = 'https://api.example'
  const name = 'https://api.example/partners/v1/sdk-1.1.0.tgz'
  expect(sdkToInstall({ publicUrl, sdkSource: 'service' }, packedSdk)).toEqual({ name, integrity: 'sha512-current' })
  expect(sdkToInstall({ publicUrl, sdkSource: 'registry' }, packedSdk)).toEqual({ name: '@partner-accounts/sdk' })
})

it('GET /sdk-<version>.tgz of an unknown version returns 404 in the envelope', async () => {
  const { baseUrl } = await sharedService()
  const response = await fetch(`${baseUrl}/sdk-99.0.0.tgz`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ _status: 'ERR', _code: 404 })
})
