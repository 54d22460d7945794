import { Copy } from 'lucide-react'
import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { Button } from './button.tsx'
import { tell } from './toasts.tsx'

const both = words(
  { copy: 'Copiar', copied: (what: string) => `${what}: copiado.`, failed: 'Copie à mão: o navegador não permitiu.' },
  {
    copy: 'Copy',
    copied: (what: string) => `${what} copied.`,
    failed: 'Copy it by hand: the browser did not allow it.',
  },
)

interface CopyButtonProps {
  /** What it is called. */
  name: string
  text: string
  onCopied?: () => void
}

export function CopyButton({ name, text, onCopied }: CopyButtonProps) {
  const says = useWords(both)
  const copy = async () => {
    try {
      // There is no clipboard on pages that came without encryption.
      await navigator.clipboard.writeText(text)
    } catch {
      return tell(says.failed)
    }
    tell(says.copied(name))
    onCopied?.()
  }
  return (
    <Button small onClick={copy} aria-label={`${says.copy} ${name}`}>
      <Copy size={15} aria-hidden /> {says.copy}
    </Button>
  )
}
