import { localeChoice } from '@partner-accounts/ui'
import type { Batch } from './batch.ts'
import { onboardingMessages } from './onboarding-messages.ts'

export const canAskToNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'default'

/** Requires the user's permission. */
export function notifyEnd({ fileName, counts }: Batch): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const t = onboardingMessages[localeChoice.get()]
  const { created, existing, rejected, waiting } = counts
  const [title, body] = [
    waiting > 0 ? t.stopped : t.finished,
    `${fileName}: ${t.counts({ created: String(created), existing: String(existing), rejected: String(rejected), waiting: String(waiting) })}`,
  ]
  try {
    const notification = new Notification(title, { body })
    notification.onclick = () => window.focus()
  } catch {
    // Chrome on Android permits only service workers.
  }
}
