import { createIdGenerator } from '@partner-accounts/core'
import { accountBody, type PartnerClient, request, signedIn, signedInPartner, type TestService } from '../harness.ts'
import { type InternalClient, internalClient, nativeClient } from './internal-client.ts'
import { BrowserClient } from '../browser-client.ts'
import { PASSWORD } from './invitations.ts'
import { mark, markedBody, markedCorrection } from './marked-account.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const REASON = 'Pedido do titular'

/** An account or portal user, and its erasure. */
export interface StoredPerson {
  id: string
  /** The current e-mail of the administrator or portal user. */
  email: string
  /** Unique values in the person's rows, which an erasure must remove. */
  values: string[]
  partner: PartnerClient
  erase: () => Promise<{ id: string; erasedAt: string; wasErased: boolean }>
}

/** Stores an account with personal data in every table that may contain some, and cancels it. */
export async function storeAccount(service: TestService): Promise<StoredPerson> {
  const internal = internalClient(service)
  const partner = await signedInPartner(service)
  const original = markedBody('cnpj')
  const corrected = markedCorrection()
  const { administrator, employer } = corrected.input
  const created = await partner.post('/partner-accounts', original.body, { 'idempotency-key': mark('order') })
  const { _id: id, secret } = created.body as { _id: string; secret: string }
  await internal.subscriptions.activate.mutate({ accountId: id })
  await sendOneMail(service)
  const reasons = { correction: mark('Casou'), cancellation: mark('Faleceu') }
  await internal.accounts.correct.mutate({ id, reason: reasons.correction, ...corrected.input })
  const token = await new QueuedMails(service.database).latestToken(administrator.email)
  await nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
  // An error of a mail server may contain the recipient.
  await service.database.prisma.mail.updateMany({
    data: { status: 'failed', lastError: administrator.email },
    where: { accountId: id, status: 'queued' },
  })
  // A log or metric must contain neither the texts of searches nor the tax ID of a request.
  for (const query of [original.body.company_doc.name, administrator.email, employer.cpf])
    await internal.records.search.query({ query })
  await partner.get(`/partner-accounts/${employer.cpf}`, { 'x-secret': secret })
  await exportPeople(internal, [...original.values, ...corrected.values])
  const note = mark('Prefere boletos')
  await internal.notes.create.mutate({ accountId: id, text: note })
  await internal.subscriptions.cancel.mutate({ accountId: id, reason: reasons.cancellation })
  const responses = { responseBody: mark('Recebido'), lastError: mark('Falhou') }
  await storeFailedDelivery(service, { partnerId: partner.user.partnerId, accountId: id, ...responses })

  return {
    id,
    email: administrator.email,
    partner,
    values: [
      ...original.values,
      ...corrected.values,
      ...Object.values(reasons),
      ...Object.values(responses),
      token,
      note,
    ],
    erase: () => internal.accounts.erase.mutate({ id, reason: REASON }),
  }
}

/** Records the next queued mail as sent, so that there are sent and unsent mails. */
async function sendOneMail({ database: { mailQueue } }: TestService): Promise<void> {
  const [delivery] = await mailQueue.claim(1, 60)
  await mailQueue.record([{ delivery: delivery!, report: undefined }])
}

/** Exports the records of each e-mail among the values, so that the audit trail contains the e-mails. */
async function exportPeople(internal: InternalClient, values: readonly string[]): Promise<void> {
  for (const email of values.filter((value) => value.includes('@'))) {
    // The export rejects e-mails that were corrected.
    await internal.people.export.mutate({ email }).catch(() => undefined)
  }
}

/** Stores a webhook delivery about an account, whose response repeats personal data. */
async function storeFailedDelivery(
  { database: { prisma } }: TestService,
  delivery: { partnerId: string; accountId: string; responseBody: string; lastError: string },
): Promise<void> {
  const { partnerId } = delivery
  const endpointId = newId()
  const sealedSecret = new Uint8Array(1)
  await prisma.webhookEndpoint.create({
    data: { id: endpointId, partnerId, url: 'https://estrela.example', status: 'paused', sealedSecret, position: 0 },
  })
  const event = { eventId: newId(), type: 'account.created', position: 1 }
  await prisma.webhookDelivery.create({ data: { id: newId(), endpointId, status: 'failed', ...event, ...delivery } })
}

/** Stores a portal user with personal data in every table that may contain some, and disables the user. */
export async function storePortalUser(service: TestService): Promise<StoredPerson> {
  const { prisma, stores } = service.database
  const internal = internalClient(service)
  const mails = new QueuedMails(service.database)
  const partner = await signedInPartner(service)
  const { partnerId } = partner.user
  const name = mark('Hermengarda')
  const email = `${mark('Hermengarda')}@Revenda.example`
  const browser = mark('Navegador')
  const { id } = await internal.portalUsers.invite.mutate({
    partnerId,
    email,
    name,
    permissions: ['accounts:read', 'accounts:create', 'users:manage'],
  })
  const token = await mails.latestToken(email)
  await nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
  // The request log contains a failed sign-in, a sign-in and a request.
  await request(service, 'POST', '/tokens', { email, password: mark('wrong') })
  const user = await signedIn(service, { id, partnerId, email, password: PASSWORD })
  await user.get('/partner-accounts')
  // The user has sessions, another user in the test partner, and a second factor.
  const signedInBrowser = await BrowserClient.signedIn(service, { ...user.user, password: PASSWORD })
  await signedInBrowser.page().testPartner.open.mutate()
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
  const usedStep = 1
  await stores.secondFactors.activate({ id, partnerId }, usedStep, [recoveryHash])
  // One mail names the user as the person who invites, another mail is sent to the user.
  const colleague = { email: `${newId()}@revenda.example`, name: 'Bia', permissions: [] }
  await nativeClient(service, `Bearer ${user.token}`).team.invite.mutate(colleague)
  await internal.portalUsers.sendPasswordReset.mutate({ id })
  // A notice to the user is about an account.
  const created = await user.post('/partner-accounts', accountBody())
  await internal.accounts.correct.mutate({ id: created.body._id, reason: REASON, employer: { tradeName: 'Lua' } })
  // The audit trail contains the e-mail of an export.
  await internal.people.export.mutate({ email })
  await internal.records.search.query({ query: name })
  const { passwordHash } = (await prisma.portalUser.findFirst({ where: { id } }))!
  // A manager disables the user, because operators would also delete the password.
  await nativeClient(service, `Bearer ${partner.token}`).team.disable.mutate({ id })
  const reason = mark('Demitida')
  await prisma.auditEntry.updateMany({ data: { reason }, where: { subjectId: id, action: 'portal-user.disabled' } })
  return {
    id,
    email,
    partner,
    values: [name, email, browser, recoveryHash, passwordHash!, reason],
    erase: () => internal.portalUsers.erase.mutate({ id, reason: REASON }),
  }
}

/** Returns the values that a text contains, in any case, also encoded in hexadecimal or base64. */
export function findValues(text: string, values: readonly string[]): string[] {
  const lowerText = text.toLowerCase()
  return values.filter((value) => {
    const lowerValue = value.toLowerCase()
    const forms = [value, lowerValue]
    const isInHex = forms.some((form) => lowerText.includes(Buffer.from(form).toString('hex')))
    const isInBase64 = forms.flatMap(base64PartsOf).some((part) => text.includes(part))
    return lowerText.includes(lowerValue) || isInHex || isInBase64
  })
}

/**
 * Returns the base64 of a value inside a longer text. The encoding depends on how many bytes precede the value: a
 * multiple of three, or one or two more. Characters that also encode neighboring bytes are cut off.
 */
const base64PartsOf = (value: string): string[] =>
  [0, 1, 2].map((precedingBytes) => {
    const encoded = Buffer.from(' '.repeat(precedingBytes) + value).toString('base64')
    const firstOwnCharacter = Math.ceil((precedingBytes * 8) / 6)
    return encoded.replaceAll('=', '').slice(firstOwnCharacter, -1)
  })

/** Returns all rows as text, with the unsealed contents of unsent mails. */
export async function readEveryRow({ database: { pool, prisma, stores } }: TestService): Promise<string> {
  // `r` and `p` are ordinary and partitioned tables.
  const tables = await pool.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  )
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ text: string }>(`SELECT row_to_json(t)::text AS text FROM ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  for (const { id } of await prisma.mail.findMany({ where: { sealedContent: { not: null } } })) {
    const mail = await stores.mails.find(id)
    texts.push(JSON.stringify(mail?.content))
  }
  return texts.join('\n')
}

/**
 * Returns the columns with texts or bytes, other than ids, that are filled in rows of an account, as `table.column`.
 * These are columns of `accounts`, and of every table that has a column `account_id`.
 */
export async function findFilledColumns({ pool }: TestService['database'], accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string; owner: string }>(`
    SELECT table_name AS table, column_name AS column,
      CASE table_name WHEN 'accounts' THEN 'id' ELSE 'account_id' END AS owner
    FROM information_schema.columns AS candidate
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'bytea', 'jsonb', 'ARRAY')
      AND (table_name = 'accounts' OR EXISTS (
        SELECT FROM information_schema.columns AS owner
        WHERE owner.table_schema = 'public'
          AND owner.table_name = candidate.table_name
          AND owner.column_name = 'account_id'
      ))
      AND column_name <> 'id' AND column_name NOT LIKE '%\\_id'`)
  const filled: string[] = []
  for (const { table, column, owner } of rows) {
    const rowsWithText = await pool.query(
      `SELECT FROM ${table} WHERE ${owner} = $1 AND ${column} IS NOT NULL AND ${column}::text NOT IN ('', '{}') LIMIT 1`,
      [accountId],
    )
    if (rowsWithText.rowCount === 1) filled.push(`${table}.${column}`)
  }
  return filled.sort()
}
