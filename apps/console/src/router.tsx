import { BASENAME, BrokenApp, BrokenPage, SignedOutFrame, lazyPages, AppSkeleton, Root } from '@partner-accounts/ui'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RecordNotFound } from './records/record-not-found.tsx'
import { HOME } from './service/paths.ts'
import { SignedIn } from './shell/signed-in.tsx'
import { SignInPage } from './session/sign-in-page.tsx'
import { TodayPage } from './today/today-page.tsx'

const lazyPage = lazyPages(() => router)

export const router: DataRouter = createBrowserRouter(
  [
    {
      Component: Root,
      ErrorBoundary: BrokenApp,
      children: [
        { path: `${HOME}/sign-in`, Component: SignInPage },
        {
          path: HOME,
          Component: SignedIn,
          HydrateFallback: AppSkeleton,
          children: [
            {
              ErrorBoundary: BrokenPage,
              children: [
                { index: true, Component: TodayPage },
                { path: 'partners', lazy: lazyPage(() => import('./partners/partners-page.tsx'), 'PartnersPage') },
                {
                  path: 'partners/new',
                  lazy: lazyPage(() => import('./partners/new-partners-page.tsx'), 'NewPartnersPage'),
                },
                { path: 'partners/:id', lazy: lazyPage(() => import('./partners/partner-page.tsx'), 'PartnerPage') },
                { path: 'users', lazy: lazyPage(() => import('./users/users-page.tsx'), 'UsersPage') },
                { path: 'users/:id', lazy: lazyPage(() => import('./users/user-page.tsx'), 'UserPage') },
                { path: 'accounts', lazy: lazyPage(() => import('./accounts/accounts-page.tsx'), 'AccountsPage') },
                { path: 'accounts/:id', lazy: lazyPage(() => import('./accounts/account-page.tsx'), 'AccountPage') },
                {
                  path: 'subscriptions',
                  lazy: lazyPage(() => import('./subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
                },
                { path: 'coupons', lazy: lazyPage(() => import('./coupons/coupons-page.tsx'), 'CouponsPage') },
                { path: 'coupons/:code', lazy: lazyPage(() => import('./coupons/coupon-page.tsx'), 'CouponPage') },
                { path: 'mails', lazy: lazyPage(() => import('./mails/mails-page.tsx'), 'MailsPage') },
                { path: 'mails/:id', lazy: lazyPage(() => import('./mails/mail-page.tsx'), 'MailPage') },
                { path: 'webhooks', lazy: lazyPage(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage') },
                { path: 'webhooks/:id', lazy: lazyPage(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage') },
                {
                  path: 'requests/:requestId',
                  lazy: lazyPage(() => import('./requests/request-page.tsx'), 'RequestPage'),
                },
                { path: 'limits', lazy: lazyPage(() => import('./limits/limits-page.tsx'), 'LimitsPage') },
                { path: 'audit', lazy: lazyPage(() => import('./audit/audit-page.tsx'), 'AuditPage') },
                { path: 'operators', lazy: lazyPage(() => import('./operators/operators-page.tsx'), 'OperatorsPage') },
                { path: '*', Component: RecordNotFound },
              ],
            },
          ],
        },
        {
          path: '*',
          element: (
            <SignedOutFrame>
              <RecordNotFound />
            </SignedOutFrame>
          ),
        },
      ],
    },
  ],
  { basename: BASENAME },
)
