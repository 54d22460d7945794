import { isApiError } from '@partner-accounts/client'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { type DataRouter, Outlet, ScrollRestoration } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Toasts } from '../components/toasts.tsx'
import { loadChunk } from '../requests/load-chunk.ts'

export const App = ({ router, queryClient }: { router: DataRouter; queryClient: QueryClient }) => (
  <QueryClientProvider client={queryClient}>
    <Toasts>
      <RouterProvider router={router} />
    </Toasts>
  </QueryClientProvider>
)

/** The route above all others. New pages start at their top; previous pages restore their scroll position. */
export const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
)

export function renderApp(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  const onCaughtError = (error: unknown) => {
    // The page shows API errors, so they are not logged.
    if (!isApiError(error)) console.error(error)
  }
  const onUncaughtError = (error: unknown) => {
    // React has emptied the root. With this class, start.css shows the sentences of index.html immediately.
    document.documentElement.classList.add('failed')
    console.error(error)
  }
  createRoot(root, { onCaughtError, onUncaughtError }).render(<StrictMode>{app}</StrictMode>)
}

/**
 * Returns a function that makes a route's `lazy` from an import and the name of its component. If a deployment has
 * replaced the file, the browser loads the page to which the person was navigating.
 *
 * @param router returns the app's router, which is created after its routes
 */
export const lazyPages =
  (router: () => DataRouter) =>
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => {
    const requestedAddress = () => {
      const { location } = router().state.navigation
      return location && router().createHref(location)
    }
    return { Component: (await loadChunk(load, requestedAddress))[name] }
  }
