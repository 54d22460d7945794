import { useAction } from '@partner-accounts/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { expectOperator, client } from '../service/client.ts'
import { HOME } from '../service/paths.ts'

export function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useAction({
    mutationFn: () => client.operators.signOut.mutate(),
    async onSuccess({ providerUrl }) {
      expectOperator(undefined)
      await navigate(`${HOME}/sign-in`, { state: { signedOut: true } })
      queries.clear()
      if (providerUrl !== null) location.assign(providerUrl)
    },
  })
}
