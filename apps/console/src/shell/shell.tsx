import { AppShell, PaletteButton, useMessages } from '@partner-accounts/ui'
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
  const { signOut } = useMessages(sessionMessages)
  const leave = useSignOut()
  const places = usePlaces()
  const [isSearching, setSearching] = useState(false)
  const search = (
    <PaletteButton
      open={isSearching}
      onOpenChange={setSearching}
      hint={searchHint}
      places={places}
      commands={[{ key: 'sign-out', label: signOut, run: () => leave.mutate() }]}
      useFound={useFoundRecords}
    />
  )
  return (
    <AppShell home={HOME} places={places} search={search} menu={<OperatorMenu />}>
      <Outlet />
    </AppShell>
  )
}
