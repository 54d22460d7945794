import { Button, FailureNotice, SERVICE_URL, useMessages, useAction } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import { client, sessionKeeper } from '../service/clients.ts'
import { modeMessages } from './mode-messages.ts'

interface ModeButtonProps {
  /** Text of the button that opens test mode. */
  label?: string
  /** Path that is opened after the switch. */
  page?: string
  /** Called before test mode opens, with the id of its user. */
  beforeSwitch?: (userId: string) => Promise<void>
}

/** Loads a page of the portal, whose addresses may begin with the path of the service. */
const load = (page: string) => location.assign(new URL(page.slice(1), SERVICE_URL))

/** Opens test mode in this tab, or returns from it. The first click creates the test partner. */
export function ModeButton({ label, page = '/portal', beforeSwitch }: ModeButtonProps) {
  const t = useMessages(modeMessages)
  const { me, mayCreate, mayManage } = useMe()
  const open = useAction({
    mutationFn: () => client.testPartner.open.mutate(),
    async onSuccess({ id }) {
      await beforeSwitch?.(id)
      sessionKeeper.openTestMode(id)
      load(page)
    },
  })
  const close = () => {
    sessionKeeper.closeTestMode()
    load(page)
  }
  if (me.isOpenedFromLive) {
    return (
      <Button small onClick={close}>
        {t.close}
      </Button>
    )
  }
  const mayOpen = (mayCreate || mayManage) && me.partner.mode === 'live'
  if (!mayOpen) return null
  return (
    <>
      <Button small={label === undefined} busy={open.isPending} onClick={() => open.mutate()}>
        {label ?? t.open}
      </Button>
      {open.isError && <FailureNotice error={open.error} />}
    </>
  )
}
