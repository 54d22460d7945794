import { Button, FailureNotice, useMessages, useAction } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import { client, sessionKeeper } from '../service/clients.ts'
import { modeMessages } from './mode-messages.ts'

interface ModeButtonProps {
  /** Of the button that opens test mode. */
  label?: string
  page?: string
  /** Called with the user of the other mode. */
  beforeSwitch?: (userId: string) => Promise<void>
}

/** Opens the test partner, which the first click creates, or returns from it. */
export function ModeButton({ label, page = '/portal', beforeSwitch }: ModeButtonProps) {
  const t = useMessages(modeMessages)
  const { me, mayCreate, mayManage } = useMe()
  const { isOpenedFromLive } = me
  const change = useAction({
    mutationFn: () => client.testPartner[isOpenedFromLive ? 'close' : 'open'].mutate(),
    async onSuccess({ id }) {
      await beforeSwitch?.(id)
      sessionKeeper.switchTo(id)
      // Nothing that was loaded for one partner may be shown for the other.
      location.assign(page)
    },
  })
  const mayOpen = (mayCreate || mayManage) && me.partner.mode === 'live'
  if (!isOpenedFromLive && !mayOpen) return null
  return (
    <>
      <Button small={label === undefined} busy={change.isPending} onClick={() => change.mutate()}>
        {isOpenedFromLive ? t.close : (label ?? t.open)}
      </Button>
      {change.isError && <FailureNotice error={change.error} />}
    </>
  )
}
