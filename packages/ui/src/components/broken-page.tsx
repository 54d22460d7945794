import { useRouteError } from 'react-router'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { isServiceReachable, UnreachableError } from '../requests/load-chunk.ts'
import { Button } from './button.tsx'

const messages = defineMessages(
  {
    title: 'Esta página parou de funcionar',
    text: 'Recarregue para continuar. Se acontecer de novo, avise quem cuida do serviço.',
    reload: 'Recarregar',
    offlineTitle: 'Sem conexão',
    offlineText: 'Esta página ainda não tinha sido aberta neste navegador. Verifique sua conexão.',
    again: 'Tentar de novo',
  },
  {
    title: 'This page stopped working',
    text: 'Reload it to continue. If it happens again, contact the operator of the service.',
    reload: 'Reload',
    offlineTitle: 'No connection',
    offlineText: 'This page had not been opened in this browser before. Check your connection.',
    again: 'Try again',
  },
)

/** Replaces the whole app after an error outside its pages. */
export const BrokenApp = () => (
  <main>
    <BrokenPage />
  </main>
)

/** Replaces a page that failed. The navigation stays. */
export function BrokenPage() {
  const t = useMessages(messages)
  const error = useRouteError()
  if (error instanceof UnreachableError) {
    return (
      <div className="empty" role="alert">
        <h1>{t.offlineTitle}</h1>
        <p className="muted">{t.offlineText}</p>
        <Button variant="primary" onClick={reloadWhenReachable}>
          {t.again}
        </Button>
      </div>
    )
  }
  console.error(error)
  return (
    <div className="empty">
      <h1>{t.title}</h1>
      <p className="muted">{t.text}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </div>
  )
}

/** Importing the script again would not help: browsers remember its failure until the page is loaded again. */
const reloadWhenReachable = async () => {
  if (await isServiceReachable()) location.reload()
}
