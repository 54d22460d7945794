import { statement } from './statement.ts'

// Prisma has no FOR UPDATE.

/** Locks an account. Transactions lock an account first, then its other rows, and then the partner. */
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
