import type { Bench } from '../bench.ts'
import { type AccountSecret, issueSecret, seedAccounts } from './seed-accounts.ts'
import { type SeededPartner, seedPartners } from './seed-partners.ts'

export interface World {
  /** Has the accounts numbered from 1 to `accounts`. */
  reader: SeededPartner
  accounts: number
  /** Credentials of some of the reader's accounts. */
  accountSecrets: AccountSecret[]
  /** Its user may not create accounts. */
  viewer: SeededPartner
  /** One per connection, so that none waits for another's row lock. */
  writers: SeededPartner[]
}

const SECRETS = 20

/** Adds the partners and accounts on which operations run. */
export async function seedWorld(bench: Bench, accounts: number, writers: number): Promise<World> {
  const [reader, ...others] = await seedPartners(bench, 1 + writers)
  const [viewer] = await seedPartners(bench, 1, ['accounts:read'])
  if (!reader || !viewer) throw new Error('no partners were seeded')
  await seedAccounts(bench.pool, [reader.id], 1, accounts)
  const numbers = Array.from({ length: SECRETS }, (_, index) => 1 + Math.floor((index * accounts) / SECRETS))
  const accountSecrets = await Promise.all(numbers.map((number) => issueSecret(bench.pool, reader.id, number)))
  return { reader, accounts, accountSecrets, viewer, writers: others }
}
