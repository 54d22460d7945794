import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService, type TestService } from './harness.ts'

describe('the page that e-mailed links lead to', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.origin}${path}`, { headers })

  it('is there for any token, in the reader’s language', async () => {
    const portuguese = await get('/activate?token=pau_anything')
    expect(portuguese.status).toBe(200)
    expect(await portuguese.text()).toContain('Ativar usuário')
    const english = await get('/activate?token=pau_anything', { 'accept-language': 'en' })
    expect(await english.text()).toContain('Activate your user')
  })

  it('needs nothing but its own files, and tells nobody its address', async () => {
    const page = await get('/activate')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const files = [...(await page.text()).matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files).toEqual(['activate/page.css', 'activate/page.js'])
    for (const file of files) expect((await get(`/${file}`)).status).toBe(200)
  })

  it('holds no token, so that one copy does for all', async () => {
    expect(await (await get('/activate?token=pau_secret')).text()).not.toContain('pau_secret')
  })
})
