import { Page, TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { endOfDay } from '@partner-accounts/ui/days'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogButton } from '../changes/dialog-button.tsx'
import { ListFilters, OrderFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import { useFilters, parseKey } from '../records/use-filters.ts'
import { client } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { Expiry, ExpiryField } from './expiry.tsx'
import { couponMessages } from './coupon-messages.ts'

export function CouponsPage() {
  const t = useMessages(couponMessages)
  const recordTexts = useMessages(recordMessages)
  const { number } = useFormats()
  const { may } = useMe()
  const { filters, change, clear, isFiltered } = useFilters('order')
  const order = parseKey(recordTexts.orders, filters.order) ?? 'oldest'
  const query = useInfiniteQuery(
    useTRPC().internal.coupons.list.infiniteQueryOptions({ order, withTotal: true }, LIST_OPTIONS),
  )
  return (
    <Page title={t.title} lead={t.lead} actions={may('admin') && <CreateButton />}>
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <OrderFilter order={order} onChange={change} />
      </ListFilters>
      <Records
        caption={t.title}
        query={query}
        keyOf={({ id }) => id}
        linkTo={({ code }) => pathOf.coupon(code)}
        empty={t.empty}
        columns={[
          { heading: t.code, cell: ({ code }) => <span className="mono">{code}</span> },
          { heading: t.discount, cell: ({ percentOff }) => t.percent(number(percentOff)) },
          {
            heading: t.expires,
            cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
            className: 'nowrap',
            isLabelled: true,
          },
          {
            heading: t.used,
            cell: ({ redemptions, maxRedemptions }) =>
              maxRedemptions === null ? number(redemptions) : `${number(redemptions)} / ${number(maxRedemptions)}`,
            className: 'number',
            isLabelled: true,
          },
        ]}
      />
    </Page>
  )
}

function CreateButton() {
  const t = useMessages(couponMessages)
  const [code, setCode] = useState('')
  const [percent, setPercent] = useState('')
  const [lastDay, setLastDay] = useState('')
  const [maximum, setMaximum] = useState('')
  const create = () =>
    client.internal.coupons.create.mutate({
      code: code.trim(),
      percentOff: Number(percent),
      ...(lastDay !== '' && { expiresAt: endOfDay(lastDay) }),
      ...(maximum !== '' && { maxRedemptions: Number(maximum) }),
    })
  const clear = () => {
    setCode('')
    setPercent('')
    setLastDay('')
    setMaximum('')
  }
  return (
    <DialogButton
      label={t.create}
      variant="primary"
      title={t.create}
      lead={t.createLead}
      submit={t.create}
      run={create}
      done={t.created}
      onDone={clear}
    >
      <TextField name="code" label={t.code} hint={t.hint} mono autoComplete="off" value={code} onChange={setCode} />
      <TextField name="percentOff" label={t.percentOff} type="number" value={percent} onChange={setPercent} />
      <ExpiryField value={lastDay} onChange={setLastDay} />
      <TextField
        name="maxRedemptions"
        label={t.maxRedemptions}
        type="number"
        optional
        value={maximum}
        onChange={setMaximum}
      />
    </DialogButton>
  )
}
