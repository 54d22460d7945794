import { Outlet, ScrollRestoration } from 'react-router'
import { Door } from '@partner-accounts/ui'
import { NotFound } from '../permissions/permission-pages.tsx'

/** Starts new pages at their top, and shows earlier ones where they were left. */
export const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
)

/** An address outside the portal's pages. */
export const UnknownPage = () => (
  <Door>
    <NotFound />
  </Door>
)
