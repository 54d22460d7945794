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
  useLazyModule,
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
  const { pathname } = useLocation()
  useContinuedImports(me.id)
  useTitleProgress()
  useReloadAfterImport()
  // The import pages remain, because they show results that are stored only in this browser.
  const isBlocked = me.partner.status === 'suspended' && !pathname.startsWith('/portal/import')
  // Users add a second factor on the profile page. Those who opened test mode from live mode add it in live mode.
  const { isActive, isRequired } = me.secondFactor
  const lacksSecondFactor = isRequired && !isActive && !me.isOpenedFromLive
  const mustOpenProfile = lacksSecondFactor && !pathname.startsWith('/portal/profile')
  const page = isBlocked ? <Suspended /> : <Outlet />
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
      {mustOpenProfile ? <Navigate to="/portal/profile" replace /> : page}
    </AppShell>
  )
}

function Search({ places }: { places: readonly Place[] }) {
  const t = useMessages(shellMessages)
  const { mayCreate } = useMe()
  const navigate = useNavigate()
  const [isSearching, setSearching] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = () => setHelpOpen(true)
  const closeHelp = () => setHelpOpen(false)
  const help = useLazyModule(loadShortcuts, isHelpOpen, closeHelp)
  const shortcuts = {
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else setSearching(true)
    },
    '?': showHelp,
    ...(mayCreate && { n: () => void navigate('/portal/accounts/new') }),
  }
  // The open palette blocks shortcuts. `isSearching` also disables them while the palette loads.
  useShortcuts(isSearching ? {} : shortcuts)
  return (
    <>
      <PaletteButton
        open={isSearching}
        onOpenChange={setSearching}
        hint={t.searchHint}
        places={places}
        commands={[{ key: 'shortcuts', label: t.shortcuts, run: showHelp }]}
        useFound={useFoundAccounts}
      />
      {isHelpOpen && help && <help.ShortcutsDialog onClose={closeHelp} />}
    </>
  )
}

function usePlaces(): Place[] {
  const t = useMessages(shellMessages)
  const { me, mayRead, mayCreate, mayManage, mayManageWebhooks } = useMe()
  const progress = useImportProgress()
  // Users who may create accounts see the import anyway.
  const hasResults = useHasStoredResults(me.id, { enabled: !mayCreate })
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

/** Continues imports that stopped when their tab or the browser was closed. */
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

/** Matches an empty string at the beginning of a title without progress. */
const PROGRESS_PREFIX = /^(\(\d+ %\) )?/

/** Shows the progress of imports in the tab's title. */
function useTitleProgress(): void {
  const progress = useImportProgress()
  // Each navigation sets another title.
  const { key } = useLocation()
  useEffect(() => {
    const prefix = progress === undefined ? '' : `(${progress} %) `
    document.title = document.title.replace(PROGRESS_PREFIX, prefix)
  }, [progress, key])
}

/** Reloads the lists of accounts when an import ends. */
function useReloadAfterImport(): void {
  const queryClient = useQueryClient()
  const isRunning = useImportProgress() !== undefined
  useEffect(() => {
    if (!isRunning) return undefined
    // React calls this when `isRunning` becomes false.
    return () => void queryClient.invalidateQueries({ queryKey: [['accounts']] })
  }, [isRunning, queryClient])
}

/** Returns whether this browser stores results of imports, which remain when a user may no longer create accounts. */
function useHasStoredResults(userId: string, { enabled }: { enabled: boolean }): boolean {
  const { data } = useQuery({
    queryKey: ['stored-results', userId],
    queryFn: async () => (await storedResults([userId])).batches > 0,
    enabled,
    retry: false,
  })
  return data === true
}
