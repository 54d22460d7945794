import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { FailureNotice, useMessages } from '@partner-accounts/ui'
import { useEffect, useState } from 'react'
import { useTextCommands } from './commands.ts'
import { type Entry, useFoundRecords } from './found-records.ts'
import { shellMessages } from './shell-messages.ts'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const Palette = ({ open, onOpenChange }: PaletteProps) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog palette">
        <Search onClose={() => onOpenChange(false)} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

const TYPING_PAUSE_MS = 180

function Search({ onClose }: { onClose: () => void }) {
  const t = useMessages(shellMessages)
  const [text, setText] = useState('')
  const query = usePaused(text.trim())
  const commands = useTextCommands(text)
  const records = useFoundRecords(query)
  const groups = [...records.groups, ...commands].filter(({ items }) => items.length > 0)
  const isSearching = query !== text.trim() || records.isFetching
  const run = (entry: Entry) => {
    onClose()
    entry.run()
  }
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
      itemToStringValue={({ label }: Entry) => label}
    >
      <Dialog.Title className="visually-hidden">{t.searchTitle}</Dialog.Title>
      <Autocomplete.Input className="input palette-input" placeholder={t.searchHint} aria-label={t.searchTitle} />
      {records.error !== null && <FailureNotice error={records.error} />}
      <Autocomplete.Status className="small muted palette-status">
        {isSearching ? t.searching : groups.length === 0 ? t.nothing : t.keys}
      </Autocomplete.Status>
      <Autocomplete.List className="palette-list">
        {(group: { label: string; items: Entry[] }) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="palette-group">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: Entry) => (
                <Autocomplete.Item key={entry.key} value={entry} className="palette-item" onClick={() => run(entry)}>
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

/** Debounces a text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
