import { useRouteError } from 'react-router'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { Button } from './button.tsx'

const messages = defineMessages(
  {
    title: 'Esta página parou de funcionar',
    text: 'Recarregue para continuar. Se acontecer de novo, avise quem cuida do serviço.',
    reload: 'Recarregar',
  },
  {
    title: 'This page stopped working',
    text: 'Reload it to continue. If it happens again, contact the operator of the service.',
    reload: 'Reload',
  },
)

export function BrokenPage() {
  const t = useMessages(messages)
  console.error(useRouteError())
  return (
    <main className="empty">
      <h1>{t.title}</h1>
      <p className="muted">{t.text}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </main>
  )
}
