import { type AppRouter, createPartnerAccountsClient } from '@partner-accounts/client'
import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { createTRPCContext, createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { renderToString } from 'react-dom/server'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

const Partners = () => {
  const { data } = useSuspenseQuery(useTRPC().internal.partners.list.queryOptions({ limit: 10 }))
  return data.items.map(({ id, name }) => <li key={id}>{name}</li>)
}

const [url = '', key = ''] = process.argv.slice(2)
const client = createPartnerAccountsClient({ url, key })
const queryClient = new QueryClient()

const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
await queryClient.prefetchQuery(trpc.internal.partners.list.queryOptions({ limit: 10 }))
const state = dehydrate(queryClient) // for <HydrationBoundary state={state}>

/** Renders as a browser does: with another cache, and without a key. */
const browser = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
const html = renderToString(
  <QueryClientProvider client={browser}>
    <TRPCProvider trpcClient={createPartnerAccountsClient({ url })} queryClient={browser}>
      <HydrationBoundary state={state}>
        <Partners />
      </HydrationBoundary>
    </TRPCProvider>
  </QueryClientProvider>,
)
console.log(html)
