import {
  AppShell,
  Building2,
  CodeXml,
  FileSpreadsheet,
  type Place,
  Plus,
  Users,
  useMessages,
} from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router'
import { useMe } from '../permissions/me.ts'
import { Suspended } from '../permissions/permission-pages.tsx'
import { storedResults } from '../sign-in/stored-results.ts'
import { PortalUserMenu } from './portal-user-menu.tsx'
import { shellMessages } from './shell-messages.ts'

export function Shell() {
  const { me } = useMe()
  // Results stored in this browser stay readable.
  const isOnboarding = useLocation().pathname.startsWith('/portal/onboarding')
  return (
    <AppShell home="/portal" places={usePlaces()} menu={<PortalUserMenu />}>
      {me.partner.status === 'suspended' && !isOnboarding ? <Suspended /> : <Outlet />}
    </AppShell>
  )
}

function usePlaces(): Place[] {
  const t = useMessages(shellMessages)
  const { me, mayRead, mayCreate, mayManage } = useMe()
  const hasResults = useHasResults(me.id, !mayCreate)
  return [
    { offered: mayRead, to: '/portal/accounts', label: t.accounts, Icon: Building2, end: true },
    { offered: mayCreate, to: '/portal/accounts/new', label: t.create, Icon: Plus },
    { offered: mayCreate || hasResults, to: '/portal/onboarding', label: t.onboarding, Icon: FileSpreadsheet },
    { offered: mayRead || mayCreate, to: '/portal/developers', label: t.developers, Icon: CodeXml },
    { offered: mayManage, to: '/portal/team', label: t.team, Icon: Users },
  ].filter(({ offered }) => offered)
}

/** The user may have lost the permission to create accounts. */
function useHasResults(userId: string, enabled: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['stored-results', userId],
    queryFn: async () => (await storedResults(userId)).batches > 0,
    enabled,
    retry: false,
  })
  return data === true
}
