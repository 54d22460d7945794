import { localeChoice, themeChoice, useLocale, useMessages } from '@partner-accounts/ui'
import { useNavigate } from 'react-router'
import { sessionMessages } from '../session/session-messages.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import type { Entry, EntryGroup } from './found-records.ts'
import { usePlaces } from './places.ts'
import { shellMessages } from './shell-messages.ts'

/** Removes case and accents, so `usuario` finds `Usuários`. */
const comparable = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function useTextCommands(text: string): EntryGroup[] {
  const t = useMessages(shellMessages)
  const { signOut } = useMessages(sessionMessages)
  const leave = useSignOut()
  const navigate = useNavigate()
  const other = useLocale() === 'en' ? 'pt-BR' : 'en'
  const pages = usePlaces().map(({ to, label }): Entry => ({ key: to, label, run: () => void navigate(to) }))
  const commands: Entry[] = [
    { key: 'light', label: t.light, run: () => themeChoice.set('light') },
    { key: 'dark', label: t.dark, run: () => themeChoice.set('dark') },
    { key: 'language', label: t.otherLanguage, run: () => localeChoice.set(other) },
    { key: 'sign-out', label: signOut, run: () => leave.mutate() },
  ]
  const matching = (entries: Entry[]) =>
    entries.filter(({ label }) => comparable(label).includes(comparable(text.trim())))
  return [
    { label: t.pages, items: matching(pages) },
    { label: t.commands, items: matching(commands) },
  ]
}
