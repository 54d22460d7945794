import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Place } from '../components/app-shell.tsx'
import { FailureNotice } from '../components/failure-notice.tsx'
import { MAX_SEARCH_LENGTH } from '../components/text-field.tsx'
import { withoutAccents } from '../formats/without-accents.ts'
import { localeChoice, useLocale, useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { themeChoice } from '../preferences/theme.ts'

export interface PaletteEntry {
  key: string
  label: string
  detail?: string
  run: () => void
}

export interface PaletteGroup {
  label: string
  items: PaletteEntry[]
  /** Whether the items are shown but cannot be opened. */
  isDisabled?: boolean
}

export interface FoundRecords {
  groups: PaletteGroup[]
  /** Whether the groups are those of the previous query, until the service responds. */
  isOutdated: boolean
  isFetching: boolean
  /** `null` without an error. */
  error: { message: string } | null
}

export interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  hint: string
  places: readonly Place[]
  commands: readonly PaletteEntry[]
  /** A hook that searches the service. The query may be empty. */
  useFound: (query: string) => FoundRecords
}

const messages = defineMessages(
  {
    title: 'Buscar em tudo',
    pages: 'Páginas',
    commands: 'Comandos',
    light: 'Aparência clara',
    dark: 'Aparência escura',
    otherLanguage: 'English',
    nothing: 'Nada encontrado.',
    searching: 'Buscando…',
    keys: '↑ ↓ escolher · Enter abrir · Esc fechar',
  },
  {
    title: 'Search everything',
    pages: 'Pages',
    commands: 'Commands',
    light: 'Light appearance',
    dark: 'Dark appearance',
    otherLanguage: 'Português',
    nothing: 'Nothing found.',
    searching: 'Searching…',
    keys: '↑ ↓ choose · Enter open · Esc close',
  },
)

export const Palette = ({ open, onOpenChange, ...search }: PaletteProps) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog palette">
        <Search {...search} onClose={() => onOpenChange(false)} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

const TYPING_PAUSE_MS = 180

type SearchProps = Omit<PaletteProps, 'open' | 'onOpenChange'> & { onClose: () => void }

function Search({ hint, places, commands, useFound, onClose }: SearchProps) {
  const t = useMessages(messages)
  const [text, setText] = useState('')
  const query = useTextAfterPause(text.trim())
  const records = useFound(query)
  const pagesAndCommands = usePagesAndCommands(text, places, commands)
  const isTyping = query !== text.trim()
  // Enter would open a record of the previous text.
  const isDisabled = isTyping || records.isOutdated
  const foundGroups = records.groups.map((group) => ({ ...group, isDisabled }))
  const groups: PaletteGroup[] = [...foundGroups, ...pagesAndCommands].filter(({ items }) => items.length > 0)
  const run = (entry: PaletteEntry) => {
    onClose()
    entry.run()
  }
  const withoutFound = records.error === null ? t.nothing : ''
  const statusAfterSearch = groups.length === 0 ? withoutFound : t.keys
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: PaletteEntry) => label}
    >
      <Dialog.Title className="visually-hidden">{t.title}</Dialog.Title>
      <Autocomplete.Input
        className="input palette-input"
        placeholder={hint}
        aria-label={t.title}
        maxLength={MAX_SEARCH_LENGTH}
      />
      {records.error !== null && <FailureNotice error={records.error} />}
      <Autocomplete.Status className="small muted palette-status">
        {isTyping || records.isFetching ? t.searching : statusAfterSearch}
      </Autocomplete.Status>
      <Autocomplete.List className="palette-list">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="palette-group">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <Autocomplete.Item
                  key={entry.key}
                  value={entry}
                  className="palette-item"
                  disabled={group.isDisabled ?? false}
                  onClick={() => run(entry)}
                >
                  <span className="palette-label">{entry.label}</span>
                  {entry.detail !== undefined && <span className="small muted">{entry.detail}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

/** Returns the pages and commands whose labels contain the text. */
function usePagesAndCommands(
  text: string,
  places: readonly Place[],
  appCommands: readonly PaletteEntry[],
): readonly PaletteGroup[] {
  const t = useMessages(messages)
  const navigate = useNavigate()
  const otherLocale = useLocale() === 'en' ? 'pt-BR' : 'en'
  const pages = places.map(({ to, search = '', state, label }): PaletteEntry => ({
    key: to,
    label,
    run: () => void navigate({ pathname: to, search }, { state }),
  }))
  const commands: PaletteEntry[] = [
    { key: 'light', label: t.light, run: () => themeChoice.set('light') },
    { key: 'dark', label: t.dark, run: () => themeChoice.set('dark') },
    { key: 'language', label: t.otherLanguage, run: () => localeChoice.set(otherLocale) },
    ...appCommands,
  ]
  const sought = withoutAccents(text.trim())
  const matching = (entries: PaletteEntry[]) => entries.filter(({ label }) => withoutAccents(label).includes(sought))
  return [
    { label: t.pages, items: matching(pages) },
    { label: t.commands, items: matching(commands) },
  ]
}

/** Returns the text as it was when the person last paused. */
function useTextAfterPause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
