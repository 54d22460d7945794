import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from '../harness.ts'
import {
  addAccount,
  type InternalClient,
  internalClient,
  nativeClient,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'
import { PASSWORD } from './invitations.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const newEmail = () => `${newId()}@estrela.example`

describe('accounts.correct', () => {
  let service: TestService
  let internal: InternalClient
  let partner: PartnerClient
  let mails: QueuedMails
  beforeAll(async () => {
    service = await sharedService()
    internal = internalClient(service)
    mails = new QueuedMails(service.database)
    partner = await signedInPartner(service)
  })

  const activate = (token: string) => nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
  const statusOf = async (call: Promise<unknown>) => (await rejectionOf(call)).status
  const entriesOf = async (accountId: string) =>
    (await internal.audit.list.query({ accountId })).items.map(({ action, changes }) => ({ action, changes }))
  const idsFoundBy = async (query: string) =>
    (await internal.records.search.query({ query })).accounts.map(({ id }) => id)
  const CREATION_ENTRY = { action: 'account.created', changes: null }

  it('replaces the given values, keeps all other values, and records the old and new values', async () => {
    const { id, email } = await addAccount(partner)
    const before = await internal.accounts.get.query({ id })
    const name = `Confeitaria ${newId()}`
    const employer = { name, cpf: '529.982.247-25', financialEmail: null }
    const administrator = { fullName: 'Mária Souza', mobilePhone: '+55 (11) 91234-5678' }
    const address = { cep: '20040-002', complement: null, city: 'Rio de Janeiro', state: 'RJ' }

    const corrected = {
      ...before,
      employer: { ...before.employer, ...employer, cpf: '52998224725', cnpj: null },
      administrator: { ...administrator, mobilePhone: '5511912345678', email },
      unit: { ...before.unit, address: { ...before.unit.address, ...address, cep: '20040002' } },
    }
    expect(await internal.accounts.correct.mutate({ id, employer, administrator, address })).toEqual(corrected)
    expect(await internal.accounts.get.query({ id })).toEqual(corrected)
    const { body } = await partner.get(`/partner-accounts/${id}`)
    expect(body).toMatchObject({ name, cnpj: null, financial_email: null })
    expect((await partner.get('/partner-accounts/52998224725')).body).toMatchObject({ _id: id })
    expect(await entriesOf(id)).toEqual([
      {
        action: 'administrator.corrected',
        changes: {
          fullName: { from: 'Maria da Silva', to: 'Mária Souza' },
          mobilePhone: { from: '11987654321', to: '5511912345678' },
        },
      },
      {
        action: 'employer.corrected',
        changes: {
          name: { from: 'Padaria Estrela Ltda', to: name },
          financialEmail: { from: 'financeiro@estrela.example', to: null },
          cpf: { from: null, to: '52998224725' },
          cnpj: { from: '12ABC34501DE35', to: null },
          cep: { from: '01310100', to: '20040002' },
          complement: { from: 'Conjunto 12', to: null },
          city: { from: 'São Paulo', to: 'Rio de Janeiro' },
          state: { from: 'SP', to: 'RJ' },
        },
      },
      CREATION_ENTRY,
    ])
  })

  it('makes searches find the new values instead of the previous ones', async () => {
    const { id, email } = await addAccount(partner)
    const name = `z${newId()}`
    const correctedEmail = newEmail()
    await internal.accounts.correct.mutate({ id, employer: { name }, administrator: { email: correctedEmail } })
    expect(await idsFoundBy(name)).toEqual([id])
    expect(await idsFoundBy(correctedEmail)).toEqual([id])
    expect(await idsFoundBy(email)).toEqual([])
    expect((await internal.accounts.list.query({ email: correctedEmail })).items).toMatchObject([{ id, name }])
  })

  it('rejects the e-mail of an administrator of another partner, in any case, and changes nothing', async () => {
    const account = await addAccount(partner)
    const other = await addAccount(await signedInPartner(service))
    const before = await internal.accounts.get.query({ id: account.id })
    const taken = { employer: { name: 'Outra' }, administrator: { email: other.email.toUpperCase() } }
    const call = internal.accounts.correct.mutate({ id: account.id, ...taken })
    expect(await rejectionOf(call)).toMatchObject({ status: 422, details: expect.stringContaining('e-mail') })
    expect(await internal.accounts.get.query({ id: account.id })).toEqual(before)
    expect(await entriesOf(account.id)).toEqual([CREATION_ENTRY])
  })

  it('frees the previous e-mail for another account', async () => {
    const { id, email } = await addAccount(partner)
    await internal.accounts.correct.mutate({ id, administrator: { email: newEmail() } })
    expect((await partner.post('/partner-accounts', { ...accountBody(), email })).status).toBe(200)
  })

  it('before the activation of the administrator, mails a link to the new e-mail and invalidates the previous link', async () => {
    const { id, email } = await addAccount(partner)
    await internal.subscriptions.activate.mutate({ accountId: id })
    const first = await mails.latestToken(email)
    const correctedEmail = newEmail()
    await internal.accounts.correct.mutate({ id, administrator: { email: correctedEmail } })
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
      'administrator.corrected',
      'administrator.invited',
      'subscription.activated',
      'account.created',
    ])
    expect(await statusOf(activate(first))).toBe(404)
    expect(await activate(await mails.latestToken(correctedEmail))).toMatchObject({ kind: 'administrator', id })
    expect((await mails.to(correctedEmail))[0]).toMatchObject({
      kind: 'administrator-activation',
      name: 'Maria da Silva',
    })
  })

  it.each(['queued', 'failed'] as const)(
    'replaces %s mails to the previous e-mail with mails to the new e-mail',
    async (status) => {
      const { id, email } = await addAccount(partner)
      await internal.subscriptions.activate.mutate({ accountId: id })
      const listMails = async () => (await internal.mails.list.query({ accountId: id })).items
      const previousMailIds = (await listMails()).map((mail) => mail.id)
      await service.database.prisma.mail.updateMany({ data: { status }, where: { accountId: id } })
      const correctedEmail = newEmail()
      await internal.accounts.correct.mutate({ id, administrator: { email: correctedEmail } })
      expect((await listMails()).map(({ kind, recipient }) => [kind, recipient]).toSorted()).toEqual([
        ['administrator-activation', correctedEmail],
        ['administrator-welcome', correctedEmail],
      ])
      for (const previousId of previousMailIds)
        expect(await statusOf(internal.mails.retry.mutate({ id: previousId }))).toBe(404)

      // After the activation, the administrator needs no other activation mail.
      await activate(await mails.latestToken(correctedEmail))
      await service.database.prisma.mail.updateMany({ data: { status }, where: { accountId: id } })
      await internal.accounts.correct.mutate({ id, administrator: { email } })
      expect((await listMails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
        ['administrator-welcome', email],
      ])
    },
  )

  it('accepts a CNPJ with punctuation and lower-case letters', async () => {
    const { id } = await addAccount(partner)
    const { employer } = await internal.accounts.correct.mutate({ id, employer: { cnpj: '12.abc.345/01de-35' } })
    expect(employer).toMatchObject({ cpf: null, cnpj: '12ABC34501DE35' })
  })

  it('keeps the account’s token and secret', async () => {
    const { id, apiToken, secret } = await addAccount(partner)
    await internal.accounts.correct.mutate({ id, employer: { name: 'Outra' }, administrator: { email: newEmail() } })
    const { body } = await partner.get(`/partner-accounts/${id}`, { 'x-secret': secret })
    expect(body).toMatchObject({ _id: id, name: 'Outra', api_token: apiToken })
  })

  it.each([
    [{}, { employer: ['Informe ao menos uma alteração.'] }],
    [{ employer: {}, administrator: {} }, { employer: ['Informe ao menos uma alteração.'] }],
    [
      { employer: { cpf: '52998224725', cnpj: '12ABC34501DE35' } },
      {
        'employer.cpf': ['Informe o CPF ou o CNPJ, mas não ambos.'],
        'employer.cnpj': ['Informe o CPF ou o CNPJ, mas não ambos.'],
      },
    ],
    [
      { employer: { name: ' ', cnpj: '12abc34501de3' }, administrator: { email: 'x', mobilePhone: '1' } },
      {
        'employer.name': ['Não pode estar em branco.'],
        'employer.cnpj': [expect.stringContaining('Deve ter 12 dígitos')],
        'administrator.email': ['Deve ser um e-mail válido.'],
        'administrator.mobilePhone': [expect.stringContaining('Deve ter de 10 a 15')],
      },
    ],
  ])('rejects %j', async (corrections, details) => {
    const call = internal.accounts.correct.mutate({ id: UNKNOWN_ID, ...corrections })
    expect(await rejectionOf(call)).toEqual({ status: 422, details })
  })
})
