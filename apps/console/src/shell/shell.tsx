import { AppShell, PaletteButton, SERVICE_URL, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { HOME } from '../service/paths.ts'
import { sessionMessages } from '../session/session-messages.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useFoundRecords } from './found-records.ts'
import { OperatorMenu } from './operator-menu.tsx'
import { usePlaces } from './places.ts'
import { shellMessages } from './shell-messages.ts'

export function Shell() {
  const { searchHint } = useMessages(shellMessages)
  const { signOut: signOutLabel } = useMessages(sessionMessages)
  const signOut = useSignOut()
  const places = usePlaces()
  const [isSearching, setSearching] = useState(false)
  const search = (
    <PaletteButton
      open={isSearching}
      onOpenChange={setSearching}
      hint={searchHint}
      places={places}
      commands={[{ key: 'sign-out', label: signOutLabel, run: () => signOut.mutate() }]}
      useFound={useFoundRecords}
    />
  )
  return (
    <AppShell home={HOME} places={places} search={search} menu={<OperatorMenu />}>
      <Outlet />
      <Version />
    </AppShell>
  )
}

function Version() {
  const t = useMessages(shellMessages)
  const { data: version } = useQuery({ queryKey: ['version'], queryFn: fetchVersion })
  return <footer className="version small muted">{version !== undefined && t.version(version)}</footer>
}

async function fetchVersion(): Promise<string> {
  const response = await fetch(new URL('health/live', SERVICE_URL))
  return ((await response.json()) as { version: string }).version
}
