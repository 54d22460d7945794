import { bytes } from '../prisma/client.ts'
import type { Account, PortalUser, Unit } from '../prisma/generated/client.ts'

/** The values that an erasure writes, null where possible. A new column must be listed here or among those kept. */
type ErasedRow<Row, Kept extends keyof Row> = {
  [Column in Exclude<keyof Row, Kept>]: null extends Row[Column] ? null : Row[Column]
}

type KeptOfAccount = 'id' | 'partnerId' | 'number' | 'createdAt' | 'subscriptionStatus' | 'activeEmployees' | 'erasedAt'

export const ERASED_ACCOUNT = {
  name: '',
  tradeName: '',
  cpf: null,
  cnpj: null,
  financialEmail: null,
  fullName: '',
  email: '',
  mobilePhone: '',
  terms: '',
  administratorActivated: false,
  passwordHash: null,
  activationTokenHash: null,
  activationExpiresAt: null,
  // No secret has this hash.
  secretHash: bytes(new Uint8Array(32)),
  apiTokenHash: null,
  sealedApiToken: null,
} satisfies ErasedRow<Account, KeptOfAccount>

export const ERASED_UNIT = {
  name: '',
  cep: '',
  streetName: '',
  streetNumber: '',
  neighborhood: '',
  complement: null,
  state: '',
  city: '',
} satisfies ErasedRow<Unit, 'id' | 'partnerId' | 'accountId'>

type KeptOfPortalUser = 'id' | 'partnerId' | 'kind' | 'status' | 'createdAt' | 'tokenGeneration' | 'erasedAt'

export const ERASED_PORTAL_USER = {
  name: '',
  email: '',
  terms: '',
  permissions: [],
  passwordHash: null,
  previousPasswordHash: null,
  previousPasswordExpiresAt: null,
  activationTokenHash: null,
  activationExpiresAt: null,
  resetTokenHash: null,
  resetExpiresAt: null,
  lastSignedInAt: null,
  endedSessions: {},
} satisfies ErasedRow<PortalUser, KeptOfPortalUser | 'endedSessions'> & { endedSessions: object }
