import { statement } from './statement.ts'

// Prisma has no FOR UPDATE.

/** Locks an account. Changes lock it before its other rows, and lock the partner last. */
export const LOCK_ACCOUNT = statement({
  name: 'account_lock',
  parameters: { partnerId: 'text', id: 'text' },
  columns: { id: 'text' },
  text: `
    SELECT id FROM accounts
    WHERE partner_id = :partnerId AND id = :id
    FOR NO KEY UPDATE
  `,
})

export const LOCK_PARTNER = statement({
  name: 'partner_lock',
  parameters: { id: 'text' },
  columns: { id: 'text' },
  text: `
    SELECT id FROM partners
    WHERE id = :id
    FOR NO KEY UPDATE
  `,
})
