import type { ExistingAccount, ExistingCandidates } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

/** Returns the partner's accounts with one of the tax IDs or e-mails, newest first. */
export async function findExisting(
  client: Client,
  partnerId: string,
  { cnpjs, cpfs, emails }: ExistingCandidates,
): Promise<ExistingAccount[]> {
  const withEmails = await client.administratorEmail.findMany({
    select: { accountId: true },
    where: { emailKey: { in: [...emails] }, partnerId },
  })
  const accounts = await client.account.findMany({
    select: { id: true, name: true, cnpj: true, cpf: true, email: true },
    where: {
      partnerId,
      OR: [
        { cnpj: { in: [...cnpjs] } },
        { cpf: { in: [...cpfs] } },
        { id: { in: withEmails.map(({ accountId }) => accountId) } },
      ],
    },
    orderBy: { number: 'desc' },
  })
  return accounts.map(({ email, ...account }) => ({ ...account, administratorEmail: email }))
}
