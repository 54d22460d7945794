import { useQueryClient } from '@tanstack/react-query'
import { Button, FailureNotice, showToast, useMessages, useAction } from '@partner-accounts/ui'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../permissions/me.ts'
import { accountMessages } from './accounts-messages.ts'

export function ResendButton({ accountId }: { accountId: string }) {
  const t = useMessages(accountMessages)
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { mayCreate } = useMe()
  const resend = useAction(
    trpc.accounts.resendActivationMail.mutationOptions({
      onSuccess() {
        showToast(t.resent)
        return queries.invalidateQueries({ queryKey: trpc.accounts.getDetails.queryKey({ id: accountId }) })
      },
    }),
  )
  if (!mayCreate) return null
  return (
    <div className="stack resend">
      <div>
        <Button small busy={resend.isPending} onClick={() => resend.mutate({ id: accountId })}>
          {t.resend}
        </Button>
      </div>
      {resend.isError && <FailureNotice error={resend.error} />}
    </div>
  )
}
