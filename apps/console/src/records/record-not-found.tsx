import { ButtonLink, EmptyPage, useWords } from '@partner-accounts/ui'
import { HOME } from '../service/paths.ts'
import { recordWords } from './record-words.ts'

export function RecordNotFound() {
  const t = useWords(recordWords)
  const action = <ButtonLink to={HOME}>{t.toToday}</ButtonLink>
  return <EmptyPage title={t.notFoundTitle} text={t.notFound} action={action} />
}
