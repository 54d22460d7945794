import { hash } from '@node-rs/argon2'
import { createIdGenerator } from '@partner-accounts/core'
import type { Pool } from 'pg'
import type { Bench } from '../bench.ts'
import type { Subject } from '../targets/baseline/tokens.ts'

export interface SeededPartner {
  id: string
  userId: string
  email: string
  password: string
  /** `Bearer …` */
  authorization: string
}

const PASSWORD = 'correct horse battery staple'
/** The service's parameters. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const newId = createIdGenerator()
let passwordHash: Promise<string> | undefined

/** Adds partners, each with a user who can sign in. */
export async function seedPartners(
  { pool, tokens }: Bench,
  count: number,
  permissions: readonly string[] = ['accounts:read', 'accounts:create'],
): Promise<SeededPartner[]> {
  const partners = Array.from({ length: count }, (): SeededPartner => {
    const id = newId()
    const userId = newId()
    const authorization = `Bearer ${tokens.issue({ userId, partnerId: id })}`
    return { id, userId, email: `${userId}@revenda.example`, password: PASSWORD, authorization }
  })
  const ids = partners.map(({ id }) => id)
  await pool.query(`INSERT INTO partners (id, name) SELECT unnest($1::text[]), 'Revenda'`, [ids])
  await pool.query(
    `INSERT INTO portal_user_emails (email_key, user_id, partner_id)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[])`,
    [partners.map(({ email }) => email), partners.map(({ userId }) => userId), ids],
  )
  passwordHash ??= hash(PASSWORD, ARGON2)
  await pool.query(
    `INSERT INTO portal_users (id, partner_id, email, name, status, permissions, password_hash)
     SELECT *, 'Ana', 'active', $4::text[], $5 FROM unnest($1::text[], $2::text[], $3::text[])`,
    [partners.map(({ userId }) => userId), ids, partners.map(({ email }) => email), permissions, await passwordHash],
  )
  return partners
}

/**
 * Adds users who may read, but have no password to sign in with.
 *
 * @returns the subjects of their tokens
 */
export async function seedUsers(pool: Pool, partnerIds: readonly string[], count: number): Promise<Subject[]> {
  const users = Array.from({ length: count }, (_, index) => ({
    userId: newId(),
    partnerId: partnerIds[index % partnerIds.length]!,
  }))
  await pool.query(
    `INSERT INTO portal_users (id, partner_id, email, name, status, permissions, password_hash)
     SELECT id, partner_id, id || '@revenda.example', 'Ana', 'active', '{accounts:read}', 'unusable'
     FROM unnest($1::text[], $2::text[]) AS seeded (id, partner_id)`,
    [users.map(({ userId }) => userId), users.map(({ partnerId }) => partnerId)],
  )
  return users
}
