import { StatusBadge, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import type { Outputs } from '../service/client.ts'
import { useTRPC } from '../service/trpc.ts'
import { recordMessages } from './record-messages.ts'

/** A partner's name, marked if it is a test partner. */
export function PartnerLabel({ name, mode }: Pick<Outputs['partners']['get'], 'name' | 'mode'>) {
  const { modes } = useMessages(recordMessages)
  return mode === 'live' ? (
    name
  ) : (
    <>
      {name} <StatusBadge status={mode} texts={modes} />
    </>
  )
}

/** Loads a partner's name, and shows the id until then. */
export function PartnerName({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().internal.partners.get.queryOptions({ id }))
  return data ? <PartnerLabel {...data} /> : <span className="mono">{id}</span>
}
