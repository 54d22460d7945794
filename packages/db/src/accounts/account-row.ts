import {
  type Account,
  type AccountWithCredentials,
  contractedEmployees,
  contractedFaceIds,
} from '@partner-accounts/core'
import type { Prisma } from '../generated/client.ts'

/** The columns that an Account is made of. */
export const accountColumns = {
  id: true,
  createdAt: true,
  activeEmployees: true,
  employer: { select: { name: true, financialEmail: true, cnpj: true } },
  subscriptions: {
    select: { id: true, status: true, employees: true, faceIds: true, couponId: true, percentOff: true },
  },
} satisfies Prisma.AccountSelect

export const credentialColumns = {
  secretHash: true,
  apiTokenHash: true,
  sealedApiToken: true,
} satisfies Prisma.AccountSelect

type AccountRow = Prisma.AccountGetPayload<{ select: typeof accountColumns }>
type AccountWithCredentialsRow = Prisma.AccountGetPayload<{ select: typeof accountColumns & typeof credentialColumns }>

export function toAccount({ id, createdAt, activeEmployees, employer, subscriptions }: AccountRow): Account {
  if (!employer) throw new Error(`account ${id} has no employer`)
  return {
    id,
    createdAt,
    ...employer,
    activeEmployees,
    subscriptionEmployees: contractedEmployees(subscriptions),
    subscriptionFaceIds: contractedFaceIds(subscriptions),
  }
}

export function toAccountWithCredentials(row: AccountWithCredentialsRow): AccountWithCredentials {
  const { secretHash, apiTokenHash, sealedApiToken } = row
  return { ...toAccount(row), credentials: { secretHash, apiTokenHash, sealedApiToken } }
}
