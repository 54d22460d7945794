import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'

export const PartnerName = ({ id }: { id: string }) =>
  useQuery(useTRPC().internal.partners.show.queryOptions({ id })).data?.name ?? <span className="mono">{id}</span>
