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
  const t = useWords(shellWords)
  const { me } = useMe()
  return <Standstill title={t.suspendedTitle(me.partner.name)} text={t.suspended} action={<AskAgain />} />
}

export function NotFound() {
  const t = useWords(shellWords)
  const action = <ButtonLink to="/portal/accounts">{t.toAccounts}</ButtonLink>
  return <Standstill title={t.notFoundTitle} text={t.notFound} action={action} />
}

/** Pages for who may create accounts, and pages for who may read them. */
export function ForPermission({ needs, children }: { needs: 'mayRead' | 'mayCreate'; children: ReactNode }) {
  const t = useWords(shellWords)
  const allowed = useMe()[needs]
  if (allowed) return children
  const title = needs === 'mayRead' ? t.noRightsTitle : t.mayNotCreateTitle
  return <Standstill title={title} text={t.noRights} action={<AskAgain />} />
}
