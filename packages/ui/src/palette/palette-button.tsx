import { Search } from '../components/icons.ts'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { useLazyModule } from '../components/use-lazy-module.ts'
import type { PaletteProps } from './palette.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const messages = defineMessages({ search: 'Buscar em tudo' }, { search: 'Search everything' })

const loadPalette = () => import('./palette.tsx')

const isMac = navigator.userAgent.includes('Mac')

export function PaletteButton(props: PaletteProps) {
  const t = useMessages(messages)
  const { open, onOpenChange } = props
  const part = useLazyModule(loadPalette, open, () => onOpenChange(false))
  useShortcuts({ 'mod+k': () => onOpenChange(!open) })
  return (
    <>
      <button type="button" className="search-button" aria-keyshortcuts="Control+K" onClick={() => onOpenChange(true)}>
        <Search size={17} aria-hidden /> <span>{t.search}</span> <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {open && part && <part.Palette {...props} />}
    </>
  )
}
