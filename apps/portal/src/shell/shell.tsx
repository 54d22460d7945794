import {
  AppShell,
  Building2,
  CodeXml,
  FileSpreadsheet,
  PaletteButton,
  type Place,
  Plus,
  Users,
  Webhook,
  useMessages,
  usePart,
  useShortcuts,
} from '@partner-accounts/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { mayHaveImports, useImportProgress } from '../batches/import-progress.ts'
import { useMe } from '../permissions/me.ts'
import { Suspended } from '../permissions/permission-pages.tsx'
import { storedResults } from '../sign-in/stored-results.ts'
import { ModeButton } from '../test-mode/mode-button.tsx'
import { useFoundAccounts } from './found-accounts.ts'
import { PortalUserMenu } from './portal-user-menu.tsx'
import { shellMessages } from './shell-messages.ts'

const loadShortcuts = () => import('./shortcuts-dialog.tsx')

export function Shell() {
  const t = useMessages(shellMessages)
  const { me } = useMe()
  const places = usePlaces()
  useContinuedImports(me.id)
  useTitleProgress()
  useFreshAccounts()
  // Results stored in this browser stay readable.
  const { pathname } = useLocation()
  const isImporting = pathname.startsWith('/portal/import')
  const isSuspended = me.partner.status === 'suspended'
  const { isActive, isRequired } = me.secondFactor
  const isMissing = isRequired && !isActive && !me.isOpenedFromLive && !pathname.startsWith('/portal/profile')
  const page = isSuspended && !isImporting ? <Suspended /> : <Outlet />
  return (
    <AppShell
      home="/portal"
      owner={me.partner.name}
      notice={
        me.partner.mode === 'test' && (
          <>
            {t.testMode} {me.isOpenedFromLive && <ModeButton />}
          </>
        )
      }
      places={places}
      search={<Search places={places} />}
      menu={<PortalUserMenu />}
    >
      {isMissing ? <Navigate to="/portal/profile" replace /> : page}
    </AppShell>
  )
}

function Search({ places }: { places: readonly Place[] }) {
  const t = useMessages(shellMessages)
  const { mayCreate } = useMe()
  const navigate = useNavigate()
  const [isSearching, setSearching] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const stopHelping = () => setHelping(false)
  const help = usePart(loadShortcuts, isHelping, stopHelping)
  const showShortcuts = () => setHelping(true)
  const shortcuts = {
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else setSearching(true)
    },
    '?': showShortcuts,
    ...(mayCreate && { n: () => void navigate('/portal/accounts/new') }),
  }
  // The palette may still be loading.
  useShortcuts(isSearching ? {} : shortcuts)
  return (
    <>
      <PaletteButton
        open={isSearching}
        onOpenChange={setSearching}
        hint={t.searchHint}
        places={places}
        commands={[{ key: 'shortcuts', label: t.shortcuts, run: showShortcuts }]}
        useFound={useFoundAccounts}
      />
      {isHelping && help && <help.ShortcutsDialog onClose={stopHelping} />}
    </>
  )
}

function usePlaces(): Place[] {
  const t = useMessages(shellMessages)
  const { me, mayRead, mayCreate, mayManage, mayManageWebhooks } = useMe()
  const progress = useImportProgress()
  const hasResults = useHasResults(me.id, !mayCreate)
  return [
    { offered: mayRead, to: '/portal/accounts', label: t.accounts, Icon: Building2, end: true },
    { offered: mayCreate, to: '/portal/accounts/new', label: t.create, Icon: Plus },
    {
      offered: mayCreate || hasResults,
      to: '/portal/import',
      label: progress === undefined ? t.import : `${t.import} · ${progress} %`,
      Icon: FileSpreadsheet,
    },
    { offered: mayRead || mayCreate, to: '/portal/developers', label: t.developers, Icon: CodeXml },
    { offered: mayManageWebhooks, to: '/portal/webhooks', label: t.webhooks, Icon: Webhook },
    { offered: mayManage, to: '/portal/team', label: t.team, Icon: Users },
  ].filter(({ offered }) => offered)
}

/** Continues imports after the tab or the browser was closed. */
function useContinuedImports(userId: string): void {
  useEffect(() => {
    const open = async () => {
      if (!(await mayHaveImports())) return
      const { batchRuns } = await loadChunk(() => import('../batches/batch-runs.ts'))
      await batchRuns.open(userId)
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

/** Shows accounts that an import created as soon as it ends. */
function useFreshAccounts(): void {
  const queryClient = useQueryClient()
  const isRunning = useImportProgress() !== undefined
  useEffect(() => {
    if (!isRunning) return undefined
    return () => void queryClient.invalidateQueries({ queryKey: [['accounts']] })
  }, [isRunning, queryClient])
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
