import {
  ButtonLink,
  ChoiceFilter,
  Notice,
  Page,
  StatusBadge,
  TextField,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { DialogButton } from '../changes/dialog-button.tsx'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters, OrderFilter, TestFilter } from '../records/list-filters.tsx'
import { PartnerLabel } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import { useFilters, parseKey } from '../records/use-filters.ts'
import { client } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { partnerMessages } from './partner-messages.ts'

export function PartnersPage() {
  const t = useMessages(partnerMessages)
  const recordTexts = useMessages(recordMessages)
  const { date, number } = useFormats()
  const { may } = useMe()
  const { filters, searchText, change, clear, isFiltered, includeTest } = useFilters('status', 'order', 'test')
  const status = parseKey(recordTexts.partnerStatuses, filters.status)
  const order = parseKey(recordTexts.orders, filters.order) ?? 'oldest'
  const query = useInfiniteQuery(
    useTRPC().internal.partners.list.infiniteQueryOptions(
      { status, order, includeTest, withTotal: true, ...(searchText !== '' && { name: searchText }) },
      LIST_OPTIONS,
    ),
  )
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        may('admin') && (
          <>
            <ButtonLink to={`${HOME}/partners/new`}>{t.createSeveral}</ButtonLink>
            <CreateButton />
          </>
        )
      }
    >
      <FindForm label={t.nameLabel} text={searchText} onFind={(text) => change({ searchText: text })} />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={recordTexts.status}
          all={recordTexts.all}
          texts={recordTexts.partnerStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <OrderFilter order={order} onChange={change} />
        {searchText === '' && <TestFilter isOn={includeTest} onChange={change} />}
      </ListFilters>
      <Records
        caption={t.title}
        query={query}
        keyOf={({ id }) => id}
        linkTo={({ id }) => pathOf.partner(id)}
        empty={t.empty}
        columns={[
          { heading: recordTexts.name, cell: ({ name, mode }) => <PartnerLabel name={name} mode={mode} /> },
          {
            heading: recordTexts.status,
            cell: (partner) => <StatusBadge status={partner.status} texts={recordTexts.partnerStatuses} />,
          },
          {
            heading: t.coupon,
            cell: ({ coupon }) => coupon ?? recordTexts.none,
            className: 'mono nowrap',
            isLabelled: true,
          },
          { heading: recordTexts.created, cell: ({ createdAt }) => date(createdAt), className: 'nowrap' },
          { heading: t.accounts, cell: ({ accounts }) => number(accounts), className: 'number', isLabelled: true },
        ]}
      />
    </Page>
  )
}

function CreateButton() {
  const t = useMessages(partnerMessages)
  const recordTexts = useMessages(recordMessages)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [coupon, setCoupon] = useState('')
  return (
    <DialogButton
      label={t.create}
      variant="primary"
      title={t.create}
      lead={t.createLead}
      submit={t.create}
      run={() =>
        client.internal.partners.create.mutate({
          name: name.trim(),
          ...(coupon.trim() !== '' && { coupon: coupon.trim() }),
        })
      }
      done={t.created}
      onDone={({ id }) => void navigate(pathOf.partner(id))}
    >
      <TextField name="name" label={recordTexts.name} autoComplete="off" value={name} onChange={setName} />
      <SameName name={name.trim()} />
      <TextField
        name="coupon"
        label={t.couponLabel}
        mono
        optional
        autoComplete="off"
        value={coupon}
        onChange={setCoupon}
      />
    </DialogButton>
  )
}

/** Warns if a partner with this name exists. Names are not unique, but a duplicate is often a mistake. */
function SameName({ name }: { name: string }) {
  const t = useMessages(partnerMessages)
  const query = useQuery(useTRPC().internal.partners.list.queryOptions({ name }, { enabled: name !== '' }))
  const same = query.data?.items.find((partner) => isSameName(partner.name, name))
  return (
    <div role="status">
      {same && (
        <Notice tone="caution">
          {t.sameName} <Link to={pathOf.partner(same.id)}>{same.name}</Link>
        </Notice>
      )}
    </div>
  )
}

/** Ignores case and accents, as searches do. */
const isSameName = (one: string, other: string) => one.localeCompare(other, 'pt-BR', { sensitivity: 'base' }) === 0
