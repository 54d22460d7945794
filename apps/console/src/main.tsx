import '@partner-accounts/ui/design'
import './console.css'
import { App, renderApp } from '@partner-accounts/ui'
import { router } from './router.tsx'
import { client } from './service/client.ts'
import { createQueryClient, TRPCProvider } from './service/trpc.ts'

const queryClient = createQueryClient()

renderApp(
  <TRPCProvider trpcClient={client} queryClient={queryClient}>
    <App router={router} queryClient={queryClient} />
  </TRPCProvider>,
)
