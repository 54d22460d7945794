import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { expectOperator, client, type RouterOutputs } from '../service/client.ts'
import { ME_KEY } from '../service/trpc.ts'

export type Me = RouterOutputs['operators']['getSession']

/** Each role may do what the previous ones may. */
export const ROLES = ['viewer', 'support', 'admin'] as const satisfies Me['role'][]
export type Role = (typeof ROLES)[number]

async function fetchMe(): Promise<Me> {
  const me = await client.operators.getSession.query()
  expectOperator(me.id)
  return me
}

export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: fetchMe,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
})

export function useMe(): { me: Me; may: (role: Role) => boolean } {
  const { data: me } = useSuspenseQuery(meQuery)
  return { me, may: (role) => ROLES.indexOf(me.role) >= ROLES.indexOf(role) }
}
