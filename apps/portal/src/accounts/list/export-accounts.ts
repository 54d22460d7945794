import { localDay } from '@partner-accounts/ui/days'
import type { Locale } from '@partner-accounts/ui/messages'
import { client } from '../../service/clients.ts'
import { saveTable, type TableFormat } from '../../file-formats/save-table.ts'
import { type Criteria, filtersOf, type FoundAccount } from './criteria.ts'
import { taxIdOf } from '@partner-accounts/ui/masks'
import { listMessages } from './list-messages.ts'

export async function exportAccounts(
  criteria: Criteria,
  format: TableFormat,
  locale: Locale,
  onProgress: (count: number) => void,
): Promise<void> {
  const accounts: FoundAccount[] = []
  let after: string | null | undefined
  do {
    const part = await client.accounts.export.query({ ...filtersOf(criteria), ...(after && { after }) })
    accounts.push(...part.items)
    onProgress(accounts.length)
    after = part.next
  } while (after !== null)
  const cells = accounts.map((account) => cellsOf(account, locale))
  const headings = Object.keys(cellsOf(undefined, locale))
  await saveTable(`${listMessages[locale].exportName}-${localDay(new Date())}`, format, headings, cells)
}

function cellsOf(account: FoundAccount | undefined, locale: Locale): Record<string, string | number | Date> {
  const t = listMessages[locale]
  const { administrator } = account ?? {}
  return {
    [t.columns.id]: account?.id ?? '',
    [t.columns.name]: account?.name ?? '',
    [t.columns.tradeName]: account?.tradeName ?? '',
    [t.columns.taxId]: account ? taxIdOf(account) : '',
    [t.columns.created]: account ? new Date(account.createdAt) : '',
    [t.columns.status]: account ? t.statuses[account.subscriptionStatus] : '',
    [t.columns.administrator]: administrator?.fullName ?? '',
    [t.columns.email]: administrator?.email ?? '',
    [t.columns.phone]: administrator?.mobilePhone ?? '',
    [t.columns.administratorStatus]: administrator
      ? t.administratorStatuses[administrator.isActivated ? 'activated' : 'invited']
      : '',
    [t.columns.financialEmail]: account?.financialEmail ?? '',
    [t.columns.active]: account?.activeEmployees ?? 0,
    [t.columns.contracted]: account?.subscriptionEmployees ?? 0,
    [t.columns.faces]: account?.subscriptionFaceIds ?? 0,
    [t.columns.token]: account ? t.tokenStatuses[account.apiTokenStatus] : '',
  }
}
