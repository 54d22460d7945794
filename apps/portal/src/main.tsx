import '@partner-accounts/ui/design'
import { App, renderApp } from '@partner-accounts/ui'
import { removeKeptDrafts } from './accounts/kept-draft.ts'
import { router } from './router.tsx'
import { client, sessionKeeper } from './service/clients.ts'
import { createQueryClient, TRPCProvider } from './service/trpc.ts'

const queryClient = createQueryClient()

// The next user of this browser must not see this user's data.
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().kind !== 'signed-out') return
  queryClient.clear()
  removeKeptDrafts()
})

renderApp(
  <TRPCProvider trpcClient={client} queryClient={queryClient}>
    <App router={router} queryClient={queryClient} />
  </TRPCProvider>,
)
