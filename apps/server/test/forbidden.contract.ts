import type { Permission } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from './expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'

/**
 * Verifies the 403 responses of an endpoint. Permissions that change later are covered by
 * `permissions.test.ts`.
 *
 * @param insufficient a permission that does not allow this endpoint
 */
export function forbiddenContract(
  method: 'GET' | 'POST',
  path: string,
  { insufficient }: { insufficient: Permission },
): void {
  describe(`${method} ${path} returns 403`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await sharedService()
    })

    const send = (partner: PartnerClient, headers?: Record<string, string>) =>
      method === 'POST' ? partner.post(path, accountBody(), headers) : partner.get(path, headers)

    it('for a portal user without any permission', async () => {
      const partner = await signedInPartner(service, { permissions: [] })
      expect(outcome(await send(partner))).toEqual(ERRORS.forbidden)
    })

    it(`for a portal user with only ${insufficient}, and changes nothing`, async () => {
      const partner = await signedInPartner(service, { permissions: [insufficient] })
      expect(outcome(await send(partner))).toEqual(ERRORS.forbidden)
      expect(await service.database.prisma.account.count({ where: { partnerId: partner.user.partnerId } })).toBe(0)
    })

    it('with a ui_message in the language of Accept-Language', async () => {
      const partner = await signedInPartner(service, { permissions: [] })
      const english = withUiMessage(ERRORS.forbidden, 'You do not have permission to do this.')
      expect(outcome(await send(partner, { 'accept-language': 'en' }))).toEqual(english)
    })

    it('never for a portal user with the required permission', async () => {
      const partner = await signedInPartner(service, {
        permissions: [insufficient === 'accounts:read' ? 'accounts:create' : 'accounts:read'],
      })
      expect((await send(partner)).status).not.toBe(403)
    })
  })
}
