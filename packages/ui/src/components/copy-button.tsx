import { Copy } from './icons.ts'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { Button } from './button.tsx'
import { showToast } from './toasts.tsx'

const messages = defineMessages(
  {
    copy: 'Copiar',
    copied: (what: string) => `${what}: cópia feita.`,
    failed: 'O navegador não permitiu copiar. Selecione o texto e copie-o.',
  },
  {
    copy: 'Copy',
    copied: (what: string) => `${what} copied.`,
    failed: 'The browser did not allow copying. Select the text and copy it.',
  },
)

interface CopyButtonProps {
  /** What is copied, as people read it. */
  name: string
  text: string
  onCopied?: () => void
}

export function CopyButton({ name, text, onCopied }: CopyButtonProps) {
  const t = useMessages(messages)
  const copy = async () => {
    try {
      // Fails without HTTPS, and if the browser does not allow it.
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
