import { createIdGenerator } from '@partner-accounts/core'
import { type PartnerClient, request, signedIn, signedInPartner, type TestService } from '../harness.ts'
import { type InternalClient, internalClient, nativeClient } from './internal-client.ts'
import { BrowserClient } from '../browser-client.ts'
import { PASSWORD } from './invitations.ts'
import { mark, markedBody, markedCorrection } from './marked-account.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const REASON = 'Pedido do titular'

/** A record, the values in its rows that an erasure must remove, and the erasure. */
export interface StoredPerson {
  id: string
  values: string[]
  internal: InternalClient
  partner: PartnerClient
  erase: () => Promise<{ id: string; erasedAt: string; wasErased: boolean }>
}

/** Stores an account wherever the service stores something about it, and cancels it. */
export async function storeAccount(service: TestService): Promise<StoredPerson> {
  const { mailQueue, prisma } = service.database
  const internal = internalClient(service)
  const mails = new QueuedMails(service.database)
  const partner = await signedInPartner(service)
  const first = markedBody('cnpj')
  const second = markedCorrection()
  const created = await partner.post('/partner-accounts', first.body, { 'idempotency-key': mark('order') })
  const { _id: id, secret } = created.body as { _id: string; secret: string }
  await internal.subscriptions.activate.mutate({ accountId: id })
  const [delivery] = await mailQueue.claim(1, 60)
  await mailQueue.record([{ delivery: delivery!, report: undefined }])
  const reasons = [mark('Casou'), mark('Faleceu')]
  await internal.accounts.correct.mutate({
    id,
    reason: reasons[0],
    ...second.input,
  })
  const { administrator, employer } = second.input
  const link = await mails.latestToken(administrator.email)
  await nativeClient(service).activation.activate.mutate({ token: link, password: PASSWORD })
  await prisma.mail.updateMany({
    data: { status: 'failed', lastError: administrator.email },
    where: { accountId: id, status: 'queued' },
  })
  for (const query of [first.body.company_doc.name, administrator.email, employer.cpf])
    await internal.records.search.query({ query })
  await partner.get(`/partner-accounts/${employer.cpf}`, { 'x-secret': secret })
  const emails = [...first.values, ...second.values].filter((value) => value.includes('@'))
  for (const email of emails) await internal.people.export.mutate({ email }).catch(() => undefined)
  const note = mark('Prefere boletos')
  await internal.notes.create.mutate({ accountId: id, text: note })
  await internal.subscriptions.cancel.mutate({ accountId: id, reason: reasons[1] })
  const responses = [mark('Recebido'), mark('Falhou')]
  const { partnerId } = partner.user
  const endpointId = newId()
  const sealedSecret = new Uint8Array(1)
  await prisma.webhookEndpoint.create({
    data: { id: endpointId, partnerId, url: 'https://estrela.example', status: 'paused', sealedSecret, position: 0 },
  })
  await prisma.webhookDelivery.create({
    data: {
      id: newId(),
      partnerId,
      endpointId,
      eventId: newId(),
      type: 'account.created',
      position: 1,
      accountId: id,
      status: 'failed',
      responseBody: responses[0]!,
      lastError: responses[1]!,
    },
  })

  return {
    id,
    internal,
    partner,
    values: [...first.values, ...second.values, ...reasons, ...responses, link, note],
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
  const name = mark('Hermengarda')
  const email = `${mark('Hermengarda')}@Revenda.example`
  const browser = mark('Navegador')
  const permissions = ['accounts:read', 'users:manage'] as const
  const { id } = await internal.portalUsers.invite.mutate({ partnerId, email, name, permissions: [...permissions] })
  const token = await mails.latestToken(email)
  await nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
  await request(service, 'POST', '/tokens', { email, password: mark('wrong') })
  const user = await signedIn(service, { id, partnerId, email, password: PASSWORD })
  await user.get('/partner-accounts')
  const page = (await BrowserClient.signedIn(service, { ...user.user, password: PASSWORD })).page()
  await page.testPartner.open.mutate()
  await stores.portalSessions.add({
    partnerId,
    userId: id,
    sessionId: newId(),
    tokenGeneration: 1,
    userAgent: browser,
    validForSeconds: 3600,
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

/**
 * Returns the columns of the catalogue that contain a text or bytes about an account, without keys: those of `accounts`
 * and of each table with an account's id.
 */
export async function columnsWithTexts({ pool }: TestService['database'], accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string; owner: string }>(`
    SELECT table_name AS table, column_name AS column,
      CASE table_name WHEN 'accounts' THEN 'id' ELSE 'account_id' END AS owner
    FROM information_schema.columns AS one
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'bytea', 'jsonb', 'ARRAY')
      AND (table_name = 'accounts' OR EXISTS (
        SELECT FROM information_schema.columns AS other
        WHERE other.table_schema = 'public' AND other.table_name = one.table_name AND other.column_name = 'account_id'
      ))
      AND column_name <> 'id' AND column_name NOT LIKE '%\\_id'`)
  const found: string[] = []
  for (const { table, column, owner } of rows) {
    const isFilled = `SELECT FROM ${table} WHERE ${owner} = $1 AND ${column} IS NOT NULL AND ${column}::text NOT IN ('', '{}')`
    if ((await pool.query(`${isFilled} LIMIT 1`, [accountId])).rowCount === 1) found.push(`${table}.${column}`)
  }
  return found.sort()
}
