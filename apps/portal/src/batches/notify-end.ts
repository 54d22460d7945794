import { localeChoice, showToast } from '@partner-accounts/ui'
import type { Batch } from './batch.ts'
import { batchMessages } from './batch-messages.ts'

export const canAskToNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'default'

/** Reports the end on the page that is open, and to the system with the user's permission. */
export function notifyEnd({ fileName, counts }: Batch): void {
  showToast(batchMessages[localeChoice.get()].ended(fileName, counts.created, counts.waiting > 0))
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const t = batchMessages[localeChoice.get()]
  const { created, existing, rejected, waiting } = counts
  const title = waiting > 0 ? t.stopped : t.finished
  const body = `${fileName}: ${t.counts({ created: String(created), existing: String(existing), rejected: String(rejected), waiting: String(waiting) })}`
  try {
    const notification = new Notification(title, { body })
    notification.onclick = () => window.focus()
  } catch {
    // Chrome on Android permits only service workers.
  }
}
