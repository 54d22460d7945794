import type { ExistingAccount, ExistingCandidates } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

/** Finds the most recent account with each tax ID. A partner may have several accounts with the same one. */
const latestWith = (column: 'cnpj' | 'cpf') => `
  SELECT found.* FROM unnest(:${column}s::text[]) AS searched (value)
  CROSS JOIN LATERAL (
    SELECT id, number, name, cnpj, cpf, email FROM accounts
    WHERE partner_id = :partnerId AND ${column} = searched.value
    ORDER BY number DESC LIMIT 1
  ) AS found`

const EXISTING = statement({
  name: 'accounts_existing',
  parameters: { partnerId: 'text', cnpjs: 'text[]', cpfs: 'text[]', ids: 'text[]' },
  columns: { id: 'text', name: 'text', cnpj: 'text?', cpf: 'text?', administratorEmail: 'text' },
  text: `
    SELECT id, name, cnpj, cpf, email AS "administratorEmail" FROM (
      ${latestWith('cnpj')}
      UNION ${latestWith('cpf')}
      UNION SELECT id, number, name, cnpj, cpf, email FROM accounts WHERE partner_id = :partnerId AND id = ANY (:ids::text[])
    ) AS existing
    ORDER BY number DESC
  `,
})

/** Returns the partner's accounts with the e-mails, and the most recent one with each tax ID, the most recent first. */
export async function findExisting(
  client: Client,
  run: RunStatement,
  partnerId: string,
  { cnpjs, cpfs, emails }: ExistingCandidates,
): Promise<ExistingAccount[]> {
  const withEmails = await client.administratorEmail.findMany({
    select: { accountId: true },
    where: { emailKey: { in: [...emails] }, partnerId },
  })
  const ids = withEmails.map(({ accountId }) => accountId)
  return run(EXISTING, { partnerId, cnpjs: [...cnpjs], cpfs: [...cpfs], ids })
}
