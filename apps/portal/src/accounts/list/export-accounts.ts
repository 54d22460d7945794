import { localDay } from '@partner-accounts/ui/days'
import type { Locale } from '@partner-accounts/ui/messages'
import { client } from '../../service/clients.ts'
import { saveTable, type TableFormat } from '../../file-formats/save-table.ts'
import { type Criteria, filtersOf, type FoundAccount } from './criteria.ts'
import { taxIdOf } from '@partner-accounts/ui/masks'
import { listMessages } from './list-messages.ts'

/**
 * Downloads all accounts that match the criteria.
 *
 * @param onProgress called with the number of accounts read so far
 */
export async function exportAccounts(
  criteria: Criteria,
  format: TableFormat,
  locale: Locale,
  onProgress: (count: number) => void,
): Promise<void> {
  const accounts: FoundAccount[] = []
  let after: string | null | undefined
  do {
    const page = await client.accounts.export.query({ ...filtersOf(criteria), ...(after && { after }) })
    accounts.push(...page.items)
    onProgress(accounts.length)
    after = page.next
  } while (after !== null)
  const { columns, exportName } = listMessages[locale]
  const rows = accounts.map((account) => cellsOf(account, locale))
  await saveTable(`${exportName}-${localDay(new Date())}`, format, Object.values(columns), rows)
}

/** Returns an account's cells by their headings. */
function cellsOf(account: FoundAccount, locale: Locale): Record<string, string | number | Date> {
  const { columns, statuses, administratorStatuses, tokenStatuses } = listMessages[locale]
  const { administrator } = account
  return {
    [columns.id]: account.id,
    [columns.name]: account.name,
    [columns.tradeName]: account.tradeName,
    [columns.taxId]: taxIdOf(account),
    [columns.created]: new Date(account.createdAt),
    [columns.status]: statuses[account.subscriptionStatus],
    [columns.administrator]: administrator.fullName,
    [columns.email]: administrator.email,
    [columns.phone]: administrator.mobilePhone,
    [columns.administratorStatus]: administratorStatuses[administrator.isActivated ? 'activated' : 'invited'],
    [columns.financialEmail]: account.financialEmail ?? '',
    [columns.active]: account.activeEmployees,
    [columns.contracted]: account.subscriptionEmployees,
    [columns.faces]: account.subscriptionFaceIds,
    [columns.token]: tokenStatuses[account.apiTokenStatus],
  }
}
