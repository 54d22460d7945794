import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../components/button.tsx'
import { PageTitle } from '../components/page.tsx'
import { useWords } from '../preferences/locale.ts'
import { useMe } from './me.ts'
import { shellWords } from './shell-words.ts'

/** A page that says why there is nothing to do here, and what to do instead. */
const Standstill = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <div className="empty">
    <PageTitle title={title} />
    <p className="muted">{text}</p>
    {action}
  </div>
)

function AskAgain() {
  return <Button onClick={useMe().ask}>{useWords(shellWords).again}</Button>
}

export function Suspended() {
  const says = useWords(shellWords)
  const { me } = useMe()
  return <Standstill title={says.suspendedTitle(me.partner.name)} text={says.suspended} action={<AskAgain />} />
}

export function NotFound() {
  const says = useWords(shellWords)
  const action = <ButtonLink to="/portal/accounts">{says.toAccounts}</ButtonLink>
  return <Standstill title={says.notFoundTitle} text={says.notFound} action={action} />
}

/** Pages for who may create accounts, and pages for who may read them. */
export function ForPermission({ needs, children }: { needs: 'mayRead' | 'mayCreate'; children: ReactNode }) {
  const says = useWords(shellWords)
  const allowed = useMe()[needs]
  if (allowed) return children
  const title = needs === 'mayRead' ? says.noRightsTitle : says.mayNotCreateTitle
  return <Standstill title={title} text={says.noRights} action={<AskAgain />} />
}
