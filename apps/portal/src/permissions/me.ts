import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'
import type { Outputs } from '../service/clients.ts'

export type Me = Outputs['sessions']['getCurrent']

interface CurrentUser {
  me: Me
  /** Reads the user again. */
  refresh: () => void
  mayRead: boolean
  mayCreate: boolean
  mayManage: boolean
  mayManageWebhooks: boolean
}

/**
 * Returns the signed-in user and the user's rights. Users of a suspended partner have none. The nearest `Suspense` shows
 * its fallback until the user is loaded.
 */
export function useMe(): CurrentUser {
  const { data: me, refetch } = useSuspenseQuery(
    useTRPC().sessions.getCurrent.queryOptions(undefined, { staleTime: 60_000 }),
  )
  const may = (permission: Me['permissions'][number]) =>
    me.partner.status === 'active' && me.permissions.includes(permission)
  const rights = {
    mayRead: may('accounts:read'),
    mayCreate: may('accounts:create'),
    mayManage: may('users:manage'),
    mayManageWebhooks: may('webhooks:manage'),
  }
  return { me, refresh: () => void refetch(), ...rights }
}
