import type { ExistingAccount, ExistingCandidates } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

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
