import { lazy, Suspense } from 'react'
import { Search } from '../components/icons.ts'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { loadChunk } from '../requests/load-chunk.ts'
import type { PaletteProps } from './palette.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const messages = defineMessages({ search: 'Buscar em tudo' }, { search: 'Search everything' })

const Palette = lazy(async () => ({ default: (await loadChunk(() => import('./palette.tsx'))).Palette }))

const isMac = navigator.userAgent.includes('Mac')

export function PaletteButton(props: PaletteProps) {
  const t = useMessages(messages)
  const { open, onOpenChange } = props
  useShortcuts({ 'mod+k': () => onOpenChange(!open) })
  return (
    <>
      <button type="button" className="search-button" aria-keyshortcuts="Control+K" onClick={() => onOpenChange(true)}>
        <Search size={17} aria-hidden /> <span>{t.search}</span> <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Suspense>{open && <Palette {...props} />}</Suspense>
    </>
  )
}
