import { type AccountDraft, isField, toBody } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-messages.ts'
import { createMessages } from '../accounts/create-messages.ts'
import { localeChoice } from '@partner-accounts/ui'
import { client } from '../service/clients.ts'
import { type Failure, failureOf } from '@partner-accounts/ui/failure'
import type { BatchRow, RowState } from './batch.ts'

/** Creates a row's account. If the partner has an account with the row's e-mail and tax ID, returns that account instead. */
export async function createRow({
  draft,
  key,
}: BatchRow): Promise<Extract<RowState, { kind: 'created' | 'existing' }>> {
  try {
    const { _id, api_token, secret } = await client.accounts.create.mutate(toBody(draft), {
      context: { idempotencyKey: key },
    })
    return { kind: 'created', id: _id, apiToken: api_token ?? '', secret: secret ?? '' }
  } catch (error) {
    if (failureOf(error).name !== 'administrator-email-taken') throw error
    const id = await findExistingId(draft)
    if (id === undefined) throw error
    return { kind: 'existing', id }
  }
}

/** @returns `undefined` if the partner has no such account, or the user may not view accounts */
async function findExistingId(draft: AccountDraft): Promise<string | undefined> {
  const taxId = draft['company_doc.cnpj'] || draft['company_doc.cpf']
  try {
    const withEmail = await client.accounts.findExisting.mutate({ emails: [draft.email] })
    return withEmail.find(({ cnpj, cpf }) => (cnpj ?? cpf) === taxId)?.id
  } catch (error) {
    if (failureOf(error).status === 403) return undefined
    throw error
  }
}

/** Returns a text that explains a rejection to users, such as the messages of the rejected fields. */
export function describeRejection({ name, fields, uiMessage }: Failure): string {
  const locale = localeChoice.get()
  if (name === 'administrator-email-taken') return createMessages[locale].emailTaken
  const messages = Object.entries(fields ?? {}).map(
    ([field, texts]) => `${isField(field) ? fieldLabels[locale][field] : field}: ${texts.join(' ')}`,
  )
  return messages.length > 0 ? messages.join(' ') : (uiMessage ?? '')
}
