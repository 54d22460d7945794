import { BASENAME, BrokenPage, Door, lazyPages, Opening, Root } from '@partner-accounts/ui'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RecordNotFound } from './records/record-not-found.tsx'
import { HOME } from './service/paths.ts'
import { SignedIn } from './shell/signed-in.tsx'
import { SignInPage } from './session/sign-in-page.tsx'
import { TodayPage } from './today/today-page.tsx'

const lazyPage = lazyPages(() => router)
const partners = () => import('./partners/pages.ts')
const users = () => import('./users/pages.ts')
const accounts = () => import('./accounts/pages.ts')
const coupons = () => import('./coupons/pages.ts')
const mails = () => import('./mails/pages.ts')

export const router: DataRouter = createBrowserRouter(
  [
    {
      Component: Root,
      ErrorBoundary: BrokenPage,
      children: [
        { path: `${HOME}/sign-in`, Component: SignInPage },
        {
          path: HOME,
          Component: SignedIn,
          HydrateFallback: Opening,
          children: [
            {
              ErrorBoundary: BrokenPage,
              children: [
                { index: true, Component: TodayPage },
                { path: 'partners', lazy: lazyPage(partners, 'PartnersPage') },
                { path: 'partners/:id', lazy: lazyPage(partners, 'PartnerPage') },
                { path: 'users', lazy: lazyPage(users, 'UsersPage') },
                { path: 'users/:id', lazy: lazyPage(users, 'UserPage') },
                { path: 'accounts', lazy: lazyPage(accounts, 'AccountsPage') },
                { path: 'accounts/:id', lazy: lazyPage(accounts, 'AccountPage') },
                {
                  path: 'subscriptions',
                  lazy: lazyPage(() => import('./subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
                },
                { path: 'coupons', lazy: lazyPage(coupons, 'CouponsPage') },
                { path: 'coupons/:code', lazy: lazyPage(coupons, 'CouponPage') },
                { path: 'mails', lazy: lazyPage(mails, 'MailsPage') },
                { path: 'mails/:id', lazy: lazyPage(mails, 'MailPage') },
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
            <Door>
              <RecordNotFound />
            </Door>
          ),
        },
      ],
    },
  ],
  { basename: BASENAME },
)
