import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { sessionKeeper } from '../service/clients.ts'
import { Button } from '@partner-accounts/ui'

interface LeaveGuardProps {
  active: boolean
  title: string
  text: string
  stay: string
  leave: string
}

/** Asks before leaving the page in any way except signing out, which asks by itself. */
export function LeaveGuard({ active, title, text, stay, leave }: LeaveGuardProps) {
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
    <AlertDialog.Root open={blocker.state === 'blocked'} onOpenChange={(open) => !open && blocker.reset?.()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog stack">
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="muted">{text}</AlertDialog.Description>
          <div className="row">
            <Button variant="primary" onClick={() => blocker.reset?.()}>
              {stay}
            </Button>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
              {leave}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
