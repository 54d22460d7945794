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

/** New pages start at their top; previous ones restore their scroll position. */
export const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
)

export function renderApp(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  // The page shows rejections.
  const onCaughtError = (error: unknown) => isApiError(error) || console.error(error)
  const onUncaughtError = (error: unknown) => {
    // React has emptied the root, so start.css shows the page's sentence.
    document.documentElement.classList.add('failed')
    console.error(error)
  }
  createRoot(root, { onCaughtError, onUncaughtError }).render(<StrictMode>{app}</StrictMode>)
}

/** @param router knows the requested page, in case a deployment has replaced its code */
export const lazyPages =
  (router: () => DataRouter) =>
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => {
    const address = () => {
      const { location } = router().state.navigation
      return location && router().createHref(location)
    }
    return { Component: (await loadChunk(load, address))[name] }
  }
