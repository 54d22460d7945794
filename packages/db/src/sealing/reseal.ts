import {
  type SealContext,
  sealedPrefix,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
} from '@partner-accounts/core'
import { mailContext } from '../mails/content.ts'
import { bytes, type Client } from '../prisma/client.ts'
import { orError } from '../queue/or-error.ts'
import { secondFactorContext } from '../second-factors/second-factor-store.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'
import { secretContext } from '../webhooks/webhook-values.ts'

interface SealedValue {
  partnerId: string
  owner: string
  sealed: Uint8Array<ArrayBuffer>
}

interface SealedColumn {
  table: 'mails' | 'second_factors' | 'webhook_endpoints'
  /** Finds values that the first key did not seal, in the order of their owners. */
  stale: typeof STALE_MAILS
  contextOf: (owner: string) => SealContext
  /** Replaces a value, unless it has changed since it was read. */
  replace: (client: Client, earlier: SealedValue, resealed: Uint8Array<ArrayBuffer>) => Promise<unknown>
}

/** Number of values by table that cannot be resealed, because their key was removed or they cannot be read. */
export type SealedByOtherKeys = Record<SealedColumn['table'], number>

const PARAMETERS = { after: 'text', prefix: 'bytea', limit: 'int8' } as const
const COLUMNS = { partnerId: 'text', owner: 'text', sealed: 'bytea?' } as const

// Prisma cannot compare the beginning of bytes.
const STALE_SECRETS = statement({
  name: 'webhook_endpoints_stale_secrets',
  parameters: PARAMETERS,
  columns: COLUMNS,
  text: `
    SELECT partner_id AS "partnerId", id AS owner, sealed_secret AS sealed
    FROM webhook_endpoints
    WHERE id > :after AND substring(sealed_secret FROM 1 FOR length(:prefix::bytea)) <> :prefix::bytea
    ORDER BY id
    LIMIT :limit
  `,
})

const STALE_PREVIOUS_SECRETS = statement({
  name: 'webhook_endpoints_stale_previous',
  parameters: PARAMETERS,
  columns: COLUMNS,
  text: `
    SELECT partner_id AS "partnerId", id AS owner, sealed_previous_secret AS sealed
    FROM webhook_endpoints
    WHERE id > :after AND previous_expires_at > statement_timestamp()
      AND substring(sealed_previous_secret FROM 1 FOR length(:prefix::bytea)) <> :prefix::bytea
    ORDER BY id
    LIMIT :limit
  `,
})

const STALE_SECOND_FACTORS = statement({
  name: 'second_factors_stale',
  parameters: PARAMETERS,
  columns: COLUMNS,
  text: `
    SELECT partner_id AS "partnerId", user_id AS owner, sealed_secret AS sealed
    FROM second_factors
    WHERE user_id > :after AND substring(sealed_secret FROM 1 FOR length(:prefix::bytea)) <> :prefix::bytea
    ORDER BY user_id
    LIMIT :limit
  `,
})

const STALE_MAILS = statement({
  name: 'mails_stale',
  parameters: PARAMETERS,
  columns: COLUMNS,
  text: `
    SELECT partner_id AS "partnerId", id AS owner, sealed_content AS sealed
    FROM mails
    WHERE id > :after AND status IN ('queued', 'failed', 'kept')
      AND substring(sealed_content FROM 1 FOR length(:prefix::bytea)) <> :prefix::bytea
    ORDER BY id
    LIMIT :limit
  `,
})

const WEBHOOK_SECRET: SealedColumn = {
  table: 'webhook_endpoints',
  stale: STALE_SECRETS,
  contextOf: secretContext,
  replace: (client, { partnerId, owner, sealed }, resealed) =>
    client.webhookEndpoint.updateMany({
      data: { sealedSecret: resealed },
      where: { partnerId, id: owner, sealedSecret: sealed },
    }),
}

const PREVIOUS_WEBHOOK_SECRET: SealedColumn = {
  table: 'webhook_endpoints',
  stale: STALE_PREVIOUS_SECRETS,
  contextOf: secretContext,
  replace: (client, { partnerId, owner, sealed }, resealed) =>
    client.webhookEndpoint.updateMany({
      data: { sealedPreviousSecret: resealed },
      where: { partnerId, id: owner, sealedPreviousSecret: sealed },
    }),
}

const SECOND_FACTOR: SealedColumn = {
  table: 'second_factors',
  stale: STALE_SECOND_FACTORS,
  contextOf: secondFactorContext,
  replace: (client, { partnerId, owner, sealed }, resealed) =>
    client.secondFactor.updateMany({
      data: { sealedSecret: resealed },
      where: { partnerId, userId: owner, sealedSecret: sealed },
    }),
}

const UNSENT_MAIL: SealedColumn = {
  table: 'mails',
  stale: STALE_MAILS,
  contextOf: mailContext,
  replace: (client, { partnerId, owner, sealed }, resealed) =>
    client.mail.updateMany({
      data: { sealedContent: resealed },
      where: { partnerId, id: owner, sealedContent: sealed },
    }),
}

const PAGE_SIZE = 100

/**
 * Reseals values with the first key if another key sealed them. Omits values that expire within a day: responses of
 * idempotent creations, and ID tokens of operators.
 */
export async function reseal(
  { client, run }: { client: Client; run: RunStatement },
  keys: SealingKeys,
): Promise<SealedByOtherKeys> {
  const left: SealedByOtherKeys = { mails: 0, second_factors: 0, webhook_endpoints: 0 }
  for (const column of [WEBHOOK_SECRET, PREVIOUS_WEBHOOK_SECRET, SECOND_FACTOR, UNSENT_MAIL])
    left[column.table] += await resealColumn(client, run, column, keys)
  return left
}

async function resealColumn(
  client: Client,
  run: RunStatement,
  { stale, contextOf, replace }: SealedColumn,
  keys: SealingKeys,
): Promise<number> {
  let left = 0
  let after = ''
  for (;;) {
    const page = await run(stale, { after, prefix: sealedPrefix(keys), limit: PAGE_SIZE })
    for (const { partnerId, owner, sealed } of page) {
      const context = contextOf(owner)
      const earlier = { partnerId, owner, sealed: bytes(sealed!) }
      const text = orError(() => unsealWithKeyring(earlier.sealed, keys, context))
      if (typeof text !== 'string') {
        left += 1
        continue
      }
      const resealed = bytes(sealWithKeyring(text, keys, context))
      await replace(client, earlier, resealed)
    }
    if (page.length < PAGE_SIZE) return left
    after = page.at(-1)!.owner
  }
}
