import { useMessages } from '@partner-accounts/ui'
import { modeMessages } from './mode-messages.ts'

/** The service gives such an e-mail to the users of people who open test mode. Nobody enters it. */
const OPENED_FROM_LIVE = '@test-users.invalid'

/** Returns how a person's e-mail is shown. */
export function usePersonEmail(): (email: string) => string {
  const { openedFromLive } = useMessages(modeMessages)
  return (email) => (email.endsWith(OPENED_FROM_LIVE) ? openedFromLive : email)
}
