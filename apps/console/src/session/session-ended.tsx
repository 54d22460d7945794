import { AlertDialog, Button, FailureNotice, Notice, useMessages, useAction } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import { callAs } from '../service/client.ts'
import { type Me, meQuery } from './me.ts'
import { sessionMessages } from './session-messages.ts'

/** Offers to sign in, in another tab; the open page keeps its input. */
export function SessionEnded({ open, me }: { open: boolean; me: Me }) {
  const t = useMessages(sessionMessages)
  const queries = useQueryClient()
  const check = useAction({
    async mutationFn() {
      callAs(undefined)
      const now = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
      // One operator must not see another's data.
      if (now.email !== me.email || now.name !== me.name) location.reload()
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <AlertDialog title={t.endedTitle} lead={t.endedLead} open={open}>
      {check.isError && failureOf(check.error).status === 401 && <Notice tone="caution">{t.notYet}</Notice>}
      {check.isError && failureOf(check.error).status !== 401 && <FailureNotice error={check.error} />}
      <a className="button button-primary" href="sign-in" target="_blank" rel="noopener">
        {t.signInElsewhere}
      </a>
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        {t.goOn}
      </Button>
    </AlertDialog>
  )
}
