import { createBrowserRouter, Navigate } from 'react-router'
import { AccountPage } from './accounts/account-page.tsx'
import { AccountsPage } from './accounts/accounts-page.tsx'
import { NewAccountPage } from './accounts/new-account-page.tsx'
import { ActivationPage } from './activation/activation-page.tsx'
import { BASENAME } from './service/addresses.ts'
import { BrokenPage } from './components/broken-page.tsx'
import { ForPermission, NotFound } from './permissions/standstill.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

/** Loaded when they are first opened. */
const onboarding = async () => ({ Component: (await import('./onboarding/pages.ts')).OnboardingPage })
const batch = async () => ({ Component: (await import('./onboarding/pages.ts')).BatchPage })
const developers = async () => ({ Component: (await import('./developers/developers-page.tsx')).DevelopersPage })

export const router = createBrowserRouter(
  [
    { path: '/activate', Component: ActivationPage, ErrorBoundary: BrokenPage },
    { path: '/portal/sign-in', Component: SignInPage, ErrorBoundary: BrokenPage },
    {
      path: '/portal',
      Component: SignedIn,
      ErrorBoundary: BrokenPage,
      HydrateFallback: () => null,
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
              path: 'accounts/new',
              element: (
                <ForPermission needs="mayCreate">
                  <NewAccountPage />
                </ForPermission>
              ),
            },
            {
              path: 'accounts/:id',
              element: (
                <ForPermission needs="mayRead">
                  <AccountPage />
                </ForPermission>
              ),
            },
            { path: 'onboarding', lazy: onboarding },
            { path: 'onboarding/:batchId', lazy: batch },
            { path: 'developers', lazy: developers },
            { path: '*', Component: NotFound },
          ],
        },
      ],
    },
  ],
  { basename: BASENAME },
)
