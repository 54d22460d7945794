import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { Button } from './button.tsx'

const messages = defineMessages({ mail: 'Baixar .eml' }, { mail: 'Download .eml' })

export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Offers a message as the file that mail programs open. */
export function DownloadMail({ mail: { id, message } }: { mail: { id: string; message: string } }) {
  const t = useMessages(messages)
  return (
    <Button small onClick={() => download(`${id}.eml`, 'message/rfc822', message)}>
      {t.mail}
    </Button>
  )
}
