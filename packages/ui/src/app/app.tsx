import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type DataRouter, Outlet, ScrollRestoration } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Toasts } from '../components/toasts.tsx'
import { isRequestFailure } from '../requests/failure.ts'

/** The pages of an app and the messages above them. */
export const App = ({ router, queryClient }: { router: DataRouter; queryClient: QueryClient }) => (
  <QueryClientProvider client={queryClient}>
    <Toasts>
      <RouterProvider router={router} />
    </Toasts>
  </QueryClientProvider>
)

/** Every page of an app. Starts new pages at their top, and shows earlier ones where they were left. */
export const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
)

/** Shows an app in the page. */
export function renderApp(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  // Rejections by the service are shown on the page; they are not errors of the page.
  const onCaughtError = (error: unknown) => isRequestFailure(error) || console.error(error)
  createRoot(root, { onCaughtError }).render(<StrictMode>{app}</StrictMode>)
}
