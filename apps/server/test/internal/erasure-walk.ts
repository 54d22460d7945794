import { randomInt } from 'node:crypto'
import { createIdGenerator } from '@partner-accounts/core'
import { accountBody, type PartnerClient, request, signedIn, signedInPartner, type TestService } from '../harness.ts'
import { type InternalClient, internalClient, nativeClient } from './internal-client.ts'
import { PASSWORD } from './invitations.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const REASON = 'Pedido do titular'

/** A text that occurs nowhere else. */
const mark = (text: string) => `${text}${newId().slice(-10)}`
const digits = (count: number) => Array.from({ length: count }, () => randomInt(1, 10)).join('')

/** A record, the values in its rows that an erasure must remove, and the erasure. */
export interface StoredPerson {
  id: string
  values: string[]
  internal: InternalClient
  partner: PartnerClient
  erase: () => Promise<{ id: string; erasedAt: string; wasErased: boolean }>
}

const newCompany = () => ({
  name: mark('Panificadora'),
  trade_name: mark('Fornada'),
  financial_email: `${mark('Contas')}@Estrela.example`,
  address: {
    cep: digits(8),
    street_name: mark('Rua'),
    street_number: digits(6),
    neighborhood: mark('Bairro'),
    complement: mark('Sala'),
    state: 'RR',
    city: mark('Cidade'),
  },
})

/** Stores an account wherever the service stores something about it, and cancels it. */
export async function storeAccount(service: TestService): Promise<StoredPerson> {
  const { mailQueue, prisma, stores } = service.database
  const internal = internalClient(service)
  const mails = new QueuedMails(service.database)
  const partner = await signedInPartner(service)
  const [first, second] = [newCompany(), newCompany()]
  const [cnpj, cpf] = [digits(14), digits(11)]
  const people = [0, 1].map(() => ({
    full_name: mark('Quitéria'),
    email: `${mark('Quiteria')}@Estrela.example`,
    mobile_phone: digits(13),
  }))
  const body = { ...accountBody(), ...people[0], company_doc: { ...first, cnpj } }
  const created = await partner.post('/partner-accounts', body, { 'idempotency-key': mark('order') })
  const { _id: id, secret } = created.body as { _id: string; secret: string }
  await internal.subscriptions.activate.mutate({ accountId: id })
  const [delivery] = await mailQueue.claim(1, 60)
  await mailQueue.record([{ delivery: delivery!, report: undefined }])
  const reasons = [mark('Casou'), mark('Faleceu')]
  await internal.accounts.correct.mutate({
    id,
    reason: reasons[0],
    employer: { name: second.name, tradeName: second.trade_name, cpf, financialEmail: second.financial_email },
    administrator: {
      fullName: people[1]!.full_name,
      email: people[1]!.email,
      mobilePhone: people[1]!.mobile_phone,
    },
    address: {
      ...{ cep: second.address.cep, streetName: second.address.street_name, state: 'AC', city: second.address.city },
      ...{ streetNumber: second.address.street_number, neighborhood: second.address.neighborhood },
      complement: second.address.complement,
    },
  })
  const link = await mails.latestToken(people[1]!.email)
  await nativeClient(service).activation.activate.mutate({ token: link, password: PASSWORD })
  await prisma.mail.updateMany({
    data: { status: 'failed', lastError: people[1]!.email },
    where: { accountId: id, status: 'queued' },
  })
  for (const query of [first.name, people[1]!.email, cpf]) await internal.records.search.query({ query })
  await partner.get(`/partner-accounts/${cpf}`, { 'x-secret': secret })
  const emails = [people[0]!.email, people[1]!.email, first.financial_email, second.financial_email]
  for (const email of emails) await internal.people.export.mutate({ email }).catch(() => undefined)
  const note = mark('Prefere boletos')
  await internal.notes.add.mutate({ accountId: id, text: note })
  const requested = { fullName: mark('Quitéria'), reason: mark('Divorciou') }
  await stores.approvals.add(
    {
      ...{ id: newId(), partnerId: partner.user.partnerId, accountId: id, action: 'account.correct' },
      input: { id, administrator: { fullName: requested.fullName }, reason: requested.reason },
      requester: { kind: 'operator', name: 'ana@contas.example' },
    },
    7,
  )
  await internal.subscriptions.cancel.mutate({ accountId: id, reason: reasons[1] })

  const companies = [first, second].flatMap(({ address, ...company }) => [
    ...Object.values(company),
    ...Object.values(address).filter((value) => value !== 'RR'),
  ])
  return {
    id,
    internal,
    partner,
    values: [
      ...companies,
      ...people.flatMap((person) => Object.values(person)),
      ...Object.values(requested),
      ...reasons,
      cnpj,
      cpf,
      link,
      note,
    ],
    erase: () => internal.accounts.erase.mutate({ id, reason: REASON }),
  }
}

/** Stores a portal user wherever the service stores something about it, and disables it. */
export async function storePortalUser(service: TestService): Promise<StoredPerson> {
  const { prisma, stores } = service.database
  const internal = internalClient(service)
  const mails = new QueuedMails(service.database)
  const partner = await signedInPartner(service)
  const { partnerId } = partner.user
  const [name, email, browser] = [mark('Hermengarda'), `${mark('Hermengarda')}@Revenda.example`, mark('Navegador')]
  const permissions = ['accounts:read', 'users:manage'] as const
  const { id } = await internal.portalUsers.invite.mutate({ partnerId, email, name, permissions: [...permissions] })
  const token = await mails.latestToken(email)
  await nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
  await request(service, 'POST', '/tokens', { email, password: mark('wrong') })
  const user = await signedIn(service, { id, partnerId, email, password: PASSWORD })
  await user.get('/partner-accounts')
  await stores.portalSessions.add({
    ...{ partnerId, userId: id, sessionId: newId(), tokenGeneration: 1, userAgent: browser, validForSeconds: 3600 },
  })
  const recoveryHash = mark('hash')
  await stores.secondFactors.begin({ id, partnerId }, mark('secret'))
  await stores.secondFactors.activate({ id, partnerId }, 1, [recoveryHash])
  const colleague = { email: `${newId()}@revenda.example`, name: 'Bia', permissions: [] }
  await nativeClient(service, `Bearer ${user.token}`).team.invite.mutate(colleague)
  await internal.portalUsers.sendPasswordReset.mutate({ id })
  await internal.people.export.mutate({ email })
  await internal.records.search.query({ query: name })
  const { passwordHash } = (await prisma.portalUser.findFirst({ where: { id } }))!
  // Keeps the password.
  await nativeClient(service, `Bearer ${partner.token}`).team.disable.mutate({ id })
  const reason = mark('Demitida')
  await prisma.auditEntry.updateMany({ data: { reason }, where: { subjectId: id, action: 'portal-user.disabled' } })
  return {
    id,
    internal,
    partner,
    values: [name, email, browser, recoveryHash, passwordHash!, reason],
    erase: () => internal.portalUsers.erase.mutate({ id, reason: REASON }),
  }
}

/** Returns the values that a text contains: as they are, without case, in hexadecimal or in base64. */
export function foundIn(text: string, values: readonly string[]): string[] {
  const lower = text.toLowerCase()
  return values.filter((value) => {
    const hex = [value, value.toLowerCase()].map((form) => Buffer.from(form).toString('hex'))
    const isInBase64 = [value, value.toLowerCase()].some((form) =>
      base64Of(form).some((encoded) => text.includes(encoded)),
    )
    return isInBase64 || [value.toLowerCase(), ...hex].some((form) => lower.includes(form))
  })
}

/** Depends on the number of bytes before it. */
const base64Of = (value: string): string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + value)
      .toString('base64')
      .replaceAll('=', '')
      .slice(Math.ceil((offset * 8) / 6), -1),
  )

/** Returns all rows as text, with the opened contents of unsent mails. */
export async function everyRow({ database: { pool, prisma, stores } }: TestService): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  )
  const texts: string[] = []
  for (const { name } of tables.rows) {
    texts.push(
      (await pool.query<{ text: string }>(`SELECT row_to_json(t)::text AS text FROM ${name} t`)).rows
        .map(({ text }) => text)
        .join('\n'),
    )
  }
  for (const { id } of await prisma.mail.findMany({ where: { sealedContent: { not: null } } })) {
    texts.push(JSON.stringify((await stores.mails.find(id))?.content))
  }
  return texts.join('\n')
}
