import { Copy } from './icons.tsx'
import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { Button } from './button.tsx'
import { showToast } from './toasts.tsx'

const messages = words(
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
  const t = useWords(messages)
  const copy = async () => {
    try {
      // There is no clipboard on pages that came without encryption.
      await navigator.clipboard.writeText(text)
    } catch {
      return showToast(t.failed)
    }
    showToast(t.copied(name))
    onCopied?.()
  }
  return (
    <Button small onClick={copy} aria-label={`${t.copy} ${name}`}>
      <Copy size={15} aria-hidden /> {t.copy}
    </Button>
  )
}
