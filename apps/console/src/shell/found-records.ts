import { readTaxId } from '@partner-accounts/rules'
import { type FoundRecords, type PaletteGroup, useMessages } from '@partner-accounts/ui'
import { taxIdOf } from '@partner-accounts/ui/masks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { pathOf } from '../service/paths.ts'
import { recordMessages } from '../records/record-messages.ts'
import { useTRPC } from '../service/trpc.ts'
import { shellMessages } from './shell-messages.ts'

const MIN_LENGTH = 2

/** Joins the texts that are not empty. Erased texts are empty. */
const joined = (...texts: string[]) => texts.filter((text) => text !== '').join(' · ')

/** Searches records of all kinds, and opens their pages. */
export function useFoundRecords(text: string): FoundRecords {
  const { places: t } = useMessages(shellMessages)
  const recordTexts = useMessages(recordMessages)
  const { partnerStatuses, userStatuses, subscriptionStatuses, mailStatuses, mailKinds } = recordTexts
  const navigate = useNavigate()
  const isLongEnough = text.length >= MIN_LENGTH
  const { data, isPlaceholderData, isFetching, error } = useQuery(
    useTRPC().internal.records.search.queryOptions(
      { query: readTaxId(text) ?? text },
      { enabled: isLongEnough, placeholderData: keepPreviousData },
    ),
  )
  const opening = (path: string) => () => void navigate(path)
  const state = { isOutdated: isPlaceholderData, isFetching, error }
  if (!data || !isLongEnough) return { groups: [], ...state }
  const groups: PaletteGroup[] = [
    {
      label: t.accounts,
      items: data.accounts.map((account) => ({
        key: account.id,
        label: account.name || recordTexts.erased,
        detail: joined(taxIdOf(account), account.administratorEmail, subscriptionStatuses[account.subscriptionStatus]),
        run: opening(pathOf.account(account.id)),
      })),
    },
    {
      label: t.partners,
      items: data.partners.map(({ id, name, status }) => ({
        key: id,
        label: name,
        detail: partnerStatuses[status],
        run: opening(pathOf.partner(id)),
      })),
    },
    {
      label: t.users,
      items: data.portalUsers.map(({ id, name, email, status }) => ({
        key: id,
        label: name || recordTexts.erased,
        detail: joined(email, userStatuses[status]),
        run: opening(pathOf.user(id)),
      })),
    },
    {
      label: t.mails,
      items: data.mails.map(({ id, kind, recipient, status }) => ({
        key: id,
        label: `${mailKinds[kind]} · ${recipient}`,
        detail: mailStatuses[status],
        run: opening(pathOf.mail(id)),
      })),
    },
    {
      label: t.coupons,
      items: data.coupons.map(({ id, code }) => ({ key: id, label: code, run: opening(pathOf.coupon(code)) })),
    },
    {
      label: t.requests,
      items: data.requests.map(({ id, method, route, status, requestId, user }) => ({
        key: id,
        label: joined(`${method} ${route ?? ''}`, String(status)),
        detail: joined(user?.name ?? '', requestId),
        run: opening(pathOf.request(requestId)),
      })),
    },
  ]
  return { groups, ...state }
}
