// Declares what the README's snippets use of the reader's own program.
import type { CreateAccountBody, PartnerAccounts } from '@partner-accounts/sdk'

declare global {
  const client: PartnerAccounts
  const body: CreateAccountBody
  const baseUrl: string
  const email: string
  const password: string
  const vault: { put(name: string, secret: string | null): Promise<void>; get(name: string): Promise<string> }
  const queue: { add(job: object): Promise<void> }
  const form: { show(messages: readonly (string | undefined)[]): void }
  const logger: { info(value: object): void }
}
