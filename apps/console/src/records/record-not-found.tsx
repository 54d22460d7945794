import { ButtonLink, EmptyPage, useMessages } from '@partner-accounts/ui'
import { HOME } from '../service/paths.ts'
import { recordMessages } from './record-messages.ts'

export function RecordNotFound() {
  const t = useMessages(recordMessages)
  const action = <ButtonLink to={HOME}>{t.toHome}</ButtonLink>
  return <EmptyPage title={t.notFoundTitle} text={t.notFound} action={action} />
}
