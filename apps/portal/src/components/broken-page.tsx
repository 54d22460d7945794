import { useRouteError } from 'react-router'
import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { Button } from './button.tsx'

const both = words(
  {
    title: 'Esta página parou de funcionar',
    text: 'Recarregue para continuar. Se acontecer de novo, avise quem cuida do serviço.',
    reload: 'Recarregar',
  },
  {
    title: 'This page stopped working',
    text: 'Reload it to go on. If that happens again, tell whoever runs the service.',
    reload: 'Reload',
  },
)

/** Where a page ends up that failed in a way nobody foresaw. */
export function BrokenPage() {
  const says = useWords(both)
  console.error(useRouteError())
  return (
    <main className="empty">
      <h1>{says.title}</h1>
      <p className="muted">{says.text}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {says.reload}
      </Button>
    </main>
  )
}
