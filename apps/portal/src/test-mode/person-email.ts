import { isTestUserEmail } from '@partner-accounts/rules'
import { useMessages } from '@partner-accounts/ui'
import { modeMessages } from './mode-messages.ts'

/**
 * Returns a function from an e-mail to the text that is shown for it. The service generates the e-mails of users of test
 * mode, so for them the text explains how they sign in.
 */
export function usePersonEmail(): (email: string) => string {
  const { signsInThroughLiveMode } = useMessages(modeMessages)
  return (email) => (isTestUserEmail(email) ? signsInThroughLiveMode : email)
}
