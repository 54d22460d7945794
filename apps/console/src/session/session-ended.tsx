import { AlertDialog, Button, FailureNotice, Notice, useMessages, useAction } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import { expectOperator } from '../service/client.ts'
import { type Me, meQuery } from './me.ts'
import { sessionMessages } from './session-messages.ts'

/** Offers to sign in in another tab, so that the open page keeps its input. */
export function SessionEnded({ open, me }: { open: boolean; me: Me }) {
  const t = useMessages(sessionMessages)
  const queries = useQueryClient()
  const checkSession = useAction({
    async mutationFn() {
      expectOperator(undefined)
      const current = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
      // One operator must not see another's data.
      if (current.email !== me.email || current.name !== me.name) location.reload()
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  const isStillEnded = checkSession.isError && failureOf(checkSession.error).status === 401
  return (
    <AlertDialog title={t.endedTitle} lead={t.endedLead} open={open}>
      {isStillEnded && <Notice tone="caution">{t.notYet}</Notice>}
      {checkSession.isError && !isStillEnded && <FailureNotice error={checkSession.error} />}
      <a className="button button-primary" href="sign-in" target="_blank" rel="noopener">
        {t.signInElsewhere}
      </a>
      <Button busy={checkSession.isPending} onClick={() => checkSession.mutate()}>
        {t.goOn}
      </Button>
    </AlertDialog>
  )
}
