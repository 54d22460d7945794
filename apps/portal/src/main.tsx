import '@partner-accounts/ui/design'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { client, sessionKeeper } from './service/clients.ts'
import { isRequestFailure } from '@partner-accounts/ui/failure'
import { createQueryClient, TRPCProvider } from './service/trpc.ts'
import { Toasts } from '@partner-accounts/ui'
import { router } from './router.tsx'

const queryClient = createQueryClient()

// The next user must not see data of this one.
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().kind === 'signed-out') queryClient.clear()
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
// Rejections by the service are shown on the page; they are not errors of the page.
const onCaughtError = (error: unknown) => isRequestFailure(error) || console.error(error)

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </TRPCProvider>
    </QueryClientProvider>
  </StrictMode>,
)
