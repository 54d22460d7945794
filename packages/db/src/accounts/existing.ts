import type { ExistingAccount, ExistingCandidates } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

/** Returns the partner's accounts with one of the tax IDs or e-mails, newest first. */
export async function findExisting(
  client: Client,
  partnerId: string,
  { cnpjs, cpfs, emails }: ExistingCandidates,
): Promise<ExistingAccount[]> {
  // One query per index.
  const numbers = { select: { number: true } } as const
  const employers = [
    ...(await client.employer.findMany({ ...numbers, where: { partnerId, cnpj: { in: [...cnpjs] } } })),
    ...(await client.employer.findMany({ ...numbers, where: { partnerId, cpf: { in: [...cpfs] } } })),
  ]
  const withEmails = await client.administratorEmail.findMany({
    select: { accountId: true },
    where: { emailKey: { in: [...emails] }, partnerId },
  })
  const accounts = await client.account.findMany({
    relationLoadStrategy: 'query',
    select: {
      id: true,
      employer: { select: { name: true, cnpj: true, cpf: true } },
      administrator: { select: { email: true } },
    },
    where: {
      partnerId,
      OR: [
        { number: { in: employers.map(({ number }) => number) } },
        { id: { in: withEmails.map(({ accountId }) => accountId) } },
      ],
    },
    orderBy: { number: 'desc' },
  })
  return accounts.map(({ id, employer, administrator }) => ({
    id,
    name: employer?.name ?? '',
    cnpj: employer?.cnpj ?? null,
    cpf: employer?.cpf ?? null,
    administratorEmail: administrator?.email ?? '',
  }))
}
