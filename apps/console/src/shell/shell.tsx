import { AppShell, Search, useMessages } from '@partner-accounts/ui'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { OperatorMenu } from './operator-menu.tsx'
import { Palette } from './palette.tsx'
import { HOME } from '../service/paths.ts'
import { usePlaces } from './places.ts'
import { shellMessages } from './shell-messages.ts'

const isMac = navigator.userAgent.includes('Mac')

export function Shell() {
  const t = useMessages(shellMessages)
  const [isSearching, setSearching] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setSearching((isOpen) => !isOpen)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  const search = (
    <button type="button" className="search-button" aria-keyshortcuts="Control+K" onClick={() => setSearching(true)}>
      <Search size={17} aria-hidden /> <span>{t.search}</span> <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  )
  return (
    <AppShell home={HOME} places={usePlaces()} search={search} menu={<OperatorMenu />}>
      <Outlet />
      <Palette open={isSearching} onOpenChange={setSearching} />
    </AppShell>
  )
}
