import type { Permission } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { inWords, outcome, REFUSALS } from './expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'

/**
 * What every endpoint but POST /tokens answers a known user who may not use it. Rights that are withdrawn later:
 * `permissions.test.ts`.
 *
 * @param insufficient the permission that is for other endpoints
 */
export function forbiddenContract(
  method: 'GET' | 'POST',
  path: string,
  { insufficient }: { insufficient: Permission },
): void {
  describe(`${method} ${path} gives 403`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await sharedService()
    })

    const ask = (partner: PartnerClient, headers?: Record<string, string>) =>
      method === 'POST' ? partner.post(path, accountBody(), headers) : partner.get(path, headers)

    it('to a portal user without any permission', async () => {
      const partner = await signedInPartner(service, { permissions: [] })
      expect(outcome(await ask(partner))).toEqual(REFUSALS.forbidden)
    })

    it(`to a portal user who has ${insufficient} alone, and does nothing`, async () => {
      const partner = await signedInPartner(service, { permissions: [insufficient] })
      expect(outcome(await ask(partner))).toEqual(REFUSALS.forbidden)
      expect(await service.database.prisma.account.count({ where: { partnerId: partner.user.partnerId } })).toBe(0)
    })

    it('in the language of Accept-Language', async () => {
      const partner = await signedInPartner(service, { permissions: [] })
      const english = inWords(REFUSALS.forbidden, 'You have no permission for this operation.')
      expect(outcome(await ask(partner, { 'accept-language': 'en' }))).toEqual(english)
    })

    it('never to a portal user who has the other permission', async () => {
      const partner = await signedInPartner(service, {
        permissions: [insufficient === 'accounts:read' ? 'accounts:create' : 'accounts:read'],
      })
      expect((await ask(partner)).status).not.toBe(403)
    })
  })
}
