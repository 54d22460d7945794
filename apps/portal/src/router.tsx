import { createBrowserRouter, Navigate, Outlet } from 'react-router'
import { AccountsPage } from './accounts/list/accounts-page.tsx'
import { ActivationPage } from './activation/activation-page.tsx'
import { BASENAME, BrokenPage, Opening } from '@partner-accounts/ui'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { Root, UnknownPage } from './shell/root.tsx'
import { ForPermission, NotFound } from './permissions/permission-pages.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

/** Loads a page when it is first opened. */
const lazyPage = <T,>(load: () => Promise<T>): Promise<T> =>
  loadChunk(load, () => {
    const { location } = router.state.navigation
    return location && router.createHref(location)
  })
const account = async () => ({
  Component: (await lazyPage(() => import('./accounts/account-page.tsx'))).AccountPage,
})
const newAccount = async () => ({
  Component: (await lazyPage(() => import('./accounts/new-account-page.tsx'))).NewAccountPage,
})
const pages = () => lazyPage(() => import('./onboarding/pages.ts'))
const onboarding = async () => ({ Component: (await pages()).OnboardingPage })
const batch = async () => ({ Component: (await pages()).BatchPage })
const developersPages = () => lazyPage(() => import('./developers/pages.ts'))
const developers = async () => ({ Component: (await developersPages()).DevelopersPage })
const requests = async () => ({ Component: (await developersPages()).RequestsPage })

const teamPages = () => lazyPage(() => import('./team/pages.ts'))
const team = async () => ({ Component: (await teamPages()).TeamPage })
const integrations = async () => ({ Component: (await teamPages()).IntegrationsPage })
const activity = async () => ({ Component: (await teamPages()).ActivityPage })
const profile = async () => ({ Component: (await lazyPage(() => import('./password/profile-page.tsx'))).ProfilePage })
const forgottenPassword = async () => ({
  Component: (await lazyPage(() => import('./password/forgotten-password-page.tsx'))).ForgottenPasswordPage,
})

export const router = createBrowserRouter(
  [
    {
      Component: Root,
      ErrorBoundary: BrokenPage,
      children: [
        { path: '/activate', Component: ActivationPage },
        { path: '/portal/sign-in', Component: SignInPage },
        { path: '/portal/forgotten-password', lazy: forgottenPassword },
        {
          path: '/portal',
          Component: SignedIn,
          HydrateFallback: Opening,
          children: [
            {
              ErrorBoundary: BrokenPage,
              children: [
                { index: true, element: <Navigate to="/portal/accounts" replace /> },
                {
                  path: 'accounts',
                  element: (
                    <ForPermission needs="mayRead">
                      <AccountsPage />
                    </ForPermission>
                  ),
                },
                {
                  element: (
                    <ForPermission needs="mayCreate">
                      <Outlet />
                    </ForPermission>
                  ),
                  children: [{ path: 'accounts/new', lazy: newAccount }],
                },
                {
                  element: (
                    <ForPermission needs="mayRead">
                      <Outlet />
                    </ForPermission>
                  ),
                  children: [{ path: 'accounts/:id', lazy: account }],
                },
                { path: 'onboarding', lazy: onboarding },
                { path: 'onboarding/:batchId', lazy: batch },
                { path: 'developers', lazy: developers },
                { path: 'developers/requests', lazy: requests },
                { path: 'profile', lazy: profile },
                { path: 'team', lazy: team },
                { path: 'team/integrations', lazy: integrations },
                { path: 'team/activity', lazy: activity },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
        { path: '*', Component: UnknownPage },
      ],
    },
  ],
  { basename: BASENAME },
)
