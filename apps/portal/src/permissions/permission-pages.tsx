import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { Button, ButtonLink, EmptyPage, useMessages } from '@partner-accounts/ui'
import { useMe } from './me.ts'
import { permissionMessages } from './permission-messages.ts'

function CheckAgain() {
  return <Button onClick={useMe().refresh}>{useMessages(permissionMessages).again}</Button>
}

export function Suspended() {
  const t = useMessages(permissionMessages)
  const { me } = useMe()
  return <EmptyPage title={t.suspendedTitle(me.partner.name)} text={t.suspended} action={<CheckAgain />} />
}

export function NotFound() {
  const t = useMessages(permissionMessages)
  const action = <ButtonLink to="/portal">{t.toHome}</ButtonLink>
  return <EmptyPage title={t.notFoundTitle} text={t.notFound} action={action} />
}

export function Home() {
  const { mayRead, mayCreate, mayManageWebhooks, mayManage } = useMe()
  if (mayRead) return <Navigate to="/portal/accounts" replace />
  if (mayCreate) return <Navigate to="/portal/accounts/new" replace />
  if (mayManageWebhooks) return <Navigate to="/portal/webhooks" replace />
  if (mayManage) return <Navigate to="/portal/team" replace />
  // The page of accounts explains which permission is missing.
  return <Navigate to="/portal/accounts" replace />
}

type RequiredRight = 'mayRead' | 'mayCreate' | 'mayManage' | 'mayManageWebhooks'

export function ForPermission({ needs, children }: { needs: RequiredRight; children: ReactNode }) {
  return useMe()[needs] ? children : <MissingPermission needs={needs} />
}

export function MissingPermission({ needs }: { needs: RequiredRight }) {
  const t = useMessages(permissionMessages)
  const title = {
    mayRead: t.mayNotReadTitle,
    mayCreate: t.mayNotCreateTitle,
    mayManage: t.mayNotManageTitle,
    mayManageWebhooks: t.mayNotManageWebhooksTitle,
  }[needs]
  return <EmptyPage title={title} text={t.missingPermission} action={<CheckAgain />} />
}
