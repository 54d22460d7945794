import {
  activateSubscription,
  activateTestAdministrator,
  cancelSubscription,
  changeSubscription,
  correctAccount,
  type PortalUserAccess,
  reissueCredentials,
  authorizeTestAccount,
  revokeApiToken,
  type Actor,
} from '@partner-accounts/core'
import type { ApiContext } from '../context.ts'
import { withoutTag } from '../errors/provoked-errors.ts'

type Services = ApiContext['services']

/** A new account of a test partner, and who created it. */
interface NewAccount {
  actor: Actor
  id: string
  partnerId: string
  employees: number
}

const activate = (services: Services, { actor, id }: NewAccount) =>
  activateSubscription(services, { actor, accountId: id })

/** What happens to a new account, by the e-mail of its administrator. The guide repeats this table. */
const CHANGES = new Map<string, (services: Services, account: NewAccount) => Promise<unknown>>([
  ['activated@errors.example', activate],
  [
    'accessed@errors.example',
    async (services, account) => {
      await activate(services, account)
      const { actor, id, partnerId } = account
      await activateTestAdministrator(services, { actor, accountId: id, partnerId })
    },
  ],
  [
    'changed@errors.example',
    async (services, account) => {
      await activate(services, account)
      const { actor, id, employees } = account
      await changeSubscription(services, { actor, accountId: id, changes: { employees: employees + 1 } })
    },
  ],
  [
    'canceled@errors.example',
    async (services, account) => {
      await activate(services, account)
      await cancelSubscription(services, { actor: account.actor, accountId: account.id })
    },
  ],
  [
    'corrected@errors.example',
    (services, { actor, id }) =>
      correctAccount(services, {
        actor,
        id,
        employer: { tradeName: 'Nome Corrigido' },
        administrator: {},
        address: {},
      }),
  ],
  ['revoked@errors.example', (services, { actor, id }) => revokeApiToken(services, { actor, id })],
  ['reissued@errors.example', (services, { actor, id }) => reissueCredentials(services, { actor, id })],
])

export interface ProvokedChange {
  creator: Pick<PortalUserAccess, 'userId' | 'partnerId' | 'partnerMode'>
  id: string
  email: string
  employees: number
}

/** Changes an account that a test partner created with a documented e-mail, so that its events happen. */
export async function applyTestChange(
  services: Services,
  { creator, id, email, employees }: ProvokedChange,
): Promise<void> {
  const change = CHANGES.get(withoutTag(email))
  if (creator.partnerMode !== 'test' || !change) return
  const actor = await authorizeTestAccount(services, { access: creator, id })
  await change(services, { actor, id, partnerId: creator.partnerId, employees })
}
