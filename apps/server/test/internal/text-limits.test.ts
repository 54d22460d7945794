import { beforeAll, expect, it } from 'vitest'
import { createIdGenerator } from '@partner-accounts/core'
import { sharedService, signedInPartner } from '../harness.ts'
import { type InternalClient, internalClient, nativeClient, rejectionOf } from './internal-client.ts'

const newId = createIdGenerator()
const LONG = 'x'.repeat(201)
const tooLong = (max: number) => `Deve ter no máximo ${max} caracteres.`

let internal: InternalClient
let anonymous: ReturnType<typeof nativeClient>
let partnerId: string
beforeAll(async () => {
  const service = await sharedService()
  internal = internalClient(service)
  anonymous = nativeClient(service)
  partnerId = (await signedInPartner(service)).user.partnerId
})

const rejections: [title: string, call: () => Promise<unknown>, fields: Record<string, string[]>][] = [
  [
    'partners.create rejects a name of 201 characters',
    () => internal.partners.create.mutate({ name: LONG }),
    { name: [tooLong(200)] },
  ],
  [
    'portalUsers.invite rejects a name of 201 characters',
    () => internal.portalUsers.invite.mutate({ partnerId, email: 'ana@revenda.example', name: LONG }),
    { name: [tooLong(200)] },
  ],
  [
    'portalUsers.invite rejects an e-mail of 255 characters',
    () => internal.portalUsers.invite.mutate({ partnerId, email: '@revenda.example'.padStart(255, 'x'), name: 'Ana' }),
    { email: [tooLong(254)] },
  ],
  [
    'portalUsers.invite rejects an e-mail that is not ASCII',
    () => internal.portalUsers.invite.mutate({ partnerId, email: 'anİ@revenda.example', name: 'Ana' }),
    { email: ['Deve ser um e-mail válido.'] },
  ],
  [
    'coupons.create rejects a code of 65 characters',
    () => internal.coupons.create.mutate({ code: 'x'.repeat(65), percentOff: 10 }),
    { code: ['Deve ter de 1 a 64 letras, dígitos, hífens ou sublinhados.'] },
  ],
  [
    'accounts.authenticateApiToken rejects a token of 129 characters',
    () => internal.accounts.authenticateApiToken.mutate({ apiToken: 'x'.repeat(129) }),
    { apiToken: [tooLong(128)] },
  ],
  [
    'subscriptions.activateMany rejects 21 accounts',
    () => internal.subscriptions.activateMany.mutate({ accountIds: Array<string>(21).fill(partnerId) }),
    { accountIds: ['Deve ter no máximo 20 itens.'] },
  ],
  [
    'activation.activate rejects a token of 129 characters and a password of 257',
    () => anonymous.activation.activate.mutate({ token: 'x'.repeat(129), password: 'x'.repeat(257) }),
    { token: [tooLong(128)], password: ['Deve ter de 12 a 256 caracteres.'] },
  ],
]

it.each(rejections)('%s', async (_title, call, fields) => {
  expect(await rejectionOf(call())).toEqual({ status: 422, details: fields })
})

it.each(['\n', '\u00A0', '\u200B'])('%j around a copied name is neither stored nor searched for', async (invisible) => {
  const name = `Revenda ${newId()}`
  const { id } = await internal.partners.create.mutate({ name: `${invisible}${name}${invisible}` })
  expect(await internal.partners.get.query({ id })).toMatchObject({ name })
  expect(await internal.partners.list.query({ name: `${name}${invisible}` })).toMatchObject({ items: [{ id }] })
  const { partners } = await internal.records.search.query({ query: `${invisible}${name}` })
  expect(partners).toMatchObject([{ id }])
})

it.each(['\n', '\u00A0', '\u200B'])('portalUsers.invite rejects an e-mail with %j at its end', async (invisible) => {
  const invitation = { partnerId, email: `ana@revenda.example${invisible}`, name: 'Ana' }
  expect(await rejectionOf(internal.portalUsers.invite.mutate(invitation))).toEqual({
    status: 422,
    details: { email: ['Deve ser um e-mail válido.'] },
  })
})

it('partners.create accepts a name of 200 characters outside the BMP', async () => {
  const name = '𝒜'.repeat(200)
  expect(await internal.partners.create.mutate({ name })).toMatchObject({ name })
})
