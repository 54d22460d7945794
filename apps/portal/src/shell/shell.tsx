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
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { mayHaveImports, useImportProgress } from '../onboarding/import-progress.ts'
import { useMe } from '../permissions/me.ts'
import { Suspended } from '../permissions/permission-pages.tsx'
import { storedResults } from '../sign-in/stored-results.ts'
import { PortalUserMenu } from './portal-user-menu.tsx'
import { shellMessages } from './shell-messages.ts'

export function Shell() {
  const { me } = useMe()
  useContinuedImports(me.id)
  useTitleProgress()
  // Results stored in this browser stay readable.
  const { pathname } = useLocation()
  const isOnboarding = pathname.startsWith('/portal/onboarding')
  const isSuspended = me.partner.status === 'suspended'
  const { isActive, isRequired } = me.secondFactor
  const isMissing = isRequired && !isActive && !pathname.startsWith('/portal/profile')
  return (
    <AppShell home="/portal" places={usePlaces()} menu={<PortalUserMenu />}>
      {isMissing ? (
        <Navigate to="/portal/profile" replace />
      ) : isSuspended && !isOnboarding ? (
        <Suspended />
      ) : (
        <Outlet />
      )}
    </AppShell>
  )
}

function usePlaces(): Place[] {
  const t = useMessages(shellMessages)
  const { me, mayRead, mayCreate, mayManage } = useMe()
  const progress = useImportProgress()
  const hasResults = useHasResults(me.id, !mayCreate)
  return [
    { offered: mayRead, to: '/portal/accounts', label: t.accounts, Icon: Building2, end: true },
    { offered: mayCreate, to: '/portal/accounts/new', label: t.create, Icon: Plus },
    {
      offered: mayCreate || hasResults,
      to: '/portal/onboarding',
      label: progress === undefined ? t.onboarding : `${t.onboarding} · ${progress} %`,
      Icon: FileSpreadsheet,
    },
    { offered: mayRead || mayCreate, to: '/portal/developers', label: t.developers, Icon: CodeXml },
    { offered: mayManage, to: '/portal/team', label: t.team, Icon: Users },
  ].filter(({ offered }) => offered)
}

/** Continues imports after the tab or the browser was closed. */
function useContinuedImports(userId: string): void {
  useEffect(() => {
    const open = async () => {
      if (!(await mayHaveImports())) return
      const { onboardingRun } = await loadChunk(() => import('../onboarding/onboarding-run.ts'))
      await onboardingRun.open(userId)
    }
    void open().catch((error: unknown) => console.warn(error))
  }, [userId])
}

const PROGRESS = /^(\(\d+ %\) )?/

function useTitleProgress(): void {
  const progress = useImportProgress()
  const { key } = useLocation()
  useEffect(() => {
    document.title = document.title.replace(PROGRESS, progress === undefined ? '' : `(${progress} %) `)
  }, [progress, key])
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
