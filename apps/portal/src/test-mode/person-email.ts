import { isTestUserEmail } from '@partner-accounts/rules'
import { useMessages } from '@partner-accounts/ui'
import { modeMessages } from './mode-messages.ts'

/** Returns how a person's e-mail is shown. Nobody enters the one that the service makes for test mode. */
export function usePersonEmail(): (email: string) => string {
  const { openedFromLive } = useMessages(modeMessages)
  return (email) => (isTestUserEmail(email) ? openedFromLive : email)
}
