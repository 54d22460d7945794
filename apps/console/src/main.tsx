import '@partner-accounts/ui/design'
import './console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Toasts } from '@partner-accounts/ui'
import { isRequestFailure } from '@partner-accounts/ui/failure'
import { router } from './router.tsx'
import { client } from './service/client.ts'
import { createQueryClient, TRPCProvider } from './service/trpc.ts'

const queryClient = createQueryClient()

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
