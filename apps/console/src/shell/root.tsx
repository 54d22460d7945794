import { Door } from '@partner-accounts/ui'
import { Outlet, ScrollRestoration } from 'react-router'
import { RecordNotFound } from '../records/record-not-found.tsx'

/** Starts new pages at their top, and shows earlier ones where they were left. */
export const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
)

/** An address outside the console's pages. */
export const UnknownPage = () => (
  <Door>
    <RecordNotFound />
  </Door>
)
