// Must be the first import: it removes the activation token from the address before other modules run.
import './activation/link-token.ts'
import { createBrowserRouter, type DataRouter, Navigate, Outlet } from 'react-router'
import { AccountsPage } from './accounts/list/accounts-page.tsx'
import { BASENAME, BrokenApp, BrokenPage, SignedOutFrame, lazyPages, AppSkeleton, Root } from '@partner-accounts/ui'
import { ForPermission, Home, NotFound } from './permissions/permission-pages.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const lazyPage = lazyPages(() => router)
const importPages = () => import('./import/pages.ts')

export const router: DataRouter = createBrowserRouter(
  [
    {
      Component: Root,
      ErrorBoundary: BrokenApp,
      children: [
        {
          path: '/activate',
          lazy: lazyPage(() => import('./activation/activation-page.tsx'), 'ActivationPage'),
        },
        { path: '/portal/sign-in', Component: SignInPage },
        {
          path: '/portal/forgotten-password',
          lazy: lazyPage(() => import('./password/forgotten-password-page.tsx'), 'ForgottenPasswordPage'),
        },
        {
          path: '/portal',
          Component: SignedIn,
          HydrateFallback: AppSkeleton,
          children: [
            {
              ErrorBoundary: BrokenPage,
              children: [
                { index: true, Component: Home },
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
                  children: [
                    {
                      path: 'accounts/new',
                      lazy: lazyPage(() => import('./accounts/new-account-page.tsx'), 'NewAccountPage'),
                    },
                  ],
                },
                {
                  element: (
                    <ForPermission needs="mayRead">
                      <Outlet />
                    </ForPermission>
                  ),
                  children: [
                    {
                      path: 'accounts/:id',
                      lazy: lazyPage(() => import('./accounts/account-page.tsx'), 'AccountPage'),
                    },
                  ],
                },
                { path: 'import', lazy: lazyPage(importPages, 'ImportPage') },
                { path: 'import/:batchId', lazy: lazyPage(importPages, 'BatchPage') },
                // Bookmarks may still contain the previous address of the import.
                { path: 'onboarding/*', element: <Navigate to="/portal/import" replace /> },
                {
                  path: 'developers',
                  lazy: lazyPage(() => import('./developers/developers-page.tsx'), 'DevelopersPage'),
                },
                {
                  path: 'developers/requests',
                  lazy: lazyPage(() => import('./developers/requests-page.tsx'), 'RequestsPage'),
                },
                {
                  element: (
                    <ForPermission needs="mayManageWebhooks">
                      <Outlet />
                    </ForPermission>
                  ),
                  children: [
                    {
                      path: 'webhooks',
                      lazy: lazyPage(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
                    },
                    {
                      path: 'webhooks/:id',
                      lazy: lazyPage(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
                    },
                  ],
                },
                { path: 'profile', lazy: lazyPage(() => import('./password/profile-page.tsx'), 'ProfilePage') },
                { path: 'team', lazy: lazyPage(() => import('./team/team-page.tsx'), 'TeamPage') },
                { path: 'team/activity', lazy: lazyPage(() => import('./team/activity-page.tsx'), 'ActivityPage') },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
        {
          path: '*',
          element: (
            <SignedOutFrame>
              <NotFound />
            </SignedOutFrame>
          ),
        },
      ],
    },
  ],
  { basename: BASENAME },
)
