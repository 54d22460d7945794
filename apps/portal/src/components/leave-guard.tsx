import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { sessionKeeper } from '../service/clients.ts'
import { AlertDialog, Button, CloseDialog } from '@partner-accounts/ui'

interface LeaveGuardProps {
  active: boolean
  title: string
  text: string
  stayLabel: string
  leaveLabel: string
  /** Called when the user confirms leaving for another page of the portal, but not when the tab closes. */
  onLeave: () => void
}

/** Asks before the user leaves the page or closes the tab. Signing out has a separate dialog. */
export function LeaveGuard({ active, title, text, stayLabel, leaveLabel, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname && sessionKeeper.state().kind !== 'signed-out',
  )
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
  return (
    <AlertDialog title={title} lead={text} open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()}>
      <div className="row">
        <CloseDialog variant="primary">{stayLabel}</CloseDialog>
        <Button
          variant="danger"
          onClick={() => {
            onLeave()
            blocker.proceed?.()
          }}
        >
          {leaveLabel}
        </Button>
      </div>
    </AlertDialog>
  )
}
