import { localeChoice, showToast } from '@partner-accounts/ui'
import type { Batch } from './batch.ts'
import { batchMessages } from './batch-messages.ts'

export const canAskToNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'default'

/** Reports the end of a batch on the open page, and by a notification of the system if the user permits it. */
export function notifyEnd({ fileName, counts }: Batch): void {
  const t = batchMessages[localeChoice.get()]
  const { created, existing, rejected, waiting } = counts
  const isUnfinished = waiting > 0
  showToast(t.ended(fileName, created, isUnfinished))
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const title = isUnfinished ? t.stopped : t.finished
  const countsText = t.counts({
    created: String(created),
    existing: String(existing),
    rejected: String(rejected),
    waiting: String(waiting),
  })
  try {
    const notification = new Notification(title, { body: `${fileName}: ${countsText}` })
    notification.onclick = () => window.focus()
  } catch {
    // Chrome on Android lets only service workers create notifications.
  }
}
