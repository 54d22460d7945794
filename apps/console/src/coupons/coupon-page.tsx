import { Fact, Facts, Page, serviceNow, TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { localDay } from '@partner-accounts/ui/days'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { History } from '../audit/audit-entries.tsx'
import { DialogButton } from '../changes/dialog-button.tsx'
import { changeMessages } from '../changes/change-messages.ts'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { client, type Outputs } from '../service/client.ts'
import { HOME } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { chosenExpiry, Expiry, ExpiryField, hasEnded } from './expiry.tsx'
import { couponMessages } from './coupon-messages.ts'

type Coupon = Outputs['coupons']['get']

export function CouponPage() {
  const { code = '' } = useParams()
  const query = useQuery(useTRPC().internal.coupons.get.queryOptions({ code }))
  return <Loaded query={query}>{(coupon) => <ShownCoupon coupon={coupon} />}</Loaded>
}

function ShownCoupon({ coupon }: { coupon: Coupon }) {
  const t = useMessages(couponMessages)
  const { number } = useFormats()
  const { may } = useMe()
  const { id, code, percentOff, expiresAt, maxRedemptions, redemptions } = coupon
  return (
    <Page
      title={code}
      lead={t.percent(number(percentOff))}
      back={{ to: `${HOME}/coupons`, label: t.title }}
      actions={may('admin') && <CouponActions coupon={coupon} />}
    >
      <Facts title={t.coupon}>
        <Fact label={t.discount} value={t.percent(number(percentOff))} />
        <Fact label={t.expires} value={<Expiry expiresAt={expiresAt} isExact />} />
        <Fact label={t.used} value={number(redemptions)} />
        <Fact label={t.maxRedemptions} value={maxRedemptions === null ? t.unlimited : number(maxRedemptions)} />
        <IdFact id={id} />
      </Facts>
      <History filter={{ recordId: id }} />
    </Page>
  )
}

function CouponActions({ coupon: { code, expiresAt, maxRedemptions } }: { coupon: Coupon }) {
  const t = useMessages(couponMessages)
  const { save } = useMessages(changeMessages)
  const [day, setDay] = useState('')
  const [maximum, setMaximum] = useState('')
  const { update } = client.internal.coupons
  const fillFields = () => {
    setDay(expiresAt === null ? '' : localDay(expiresAt))
    setMaximum(maxRedemptions === null ? '' : String(maxRedemptions))
  }
  const restore = () => update.mutate({ code, expiresAt, maxRedemptions })
  return (
    <>
      <DialogButton
        label={t.change}
        title={t.change}
        lead={t.changeLead}
        submit={save}
        onOpen={fillFields}
        run={() =>
          update.mutate({
            code,
            expiresAt: chosenExpiry(day, expiresAt),
            maxRedemptions: maximum === '' ? null : Number(maximum),
          })
        }
        done={t.changed}
        undo={restore}
      >
        <ExpiryField value={day} onChange={setDay} />
        <TextField
          name="maxRedemptions"
          label={t.maxRedemptions}
          type="number"
          optional
          value={maximum}
          onChange={setMaximum}
        />
      </DialogButton>
      {!hasEnded(expiresAt) && (
        <DialogButton
          label={t.end}
          variant="danger"
          title={t.endTitle}
          lead={t.endLead}
          submit={t.end}
          run={() => update.mutate({ code, expiresAt: new Date(serviceNow()).toISOString() })}
          done={t.endDone}
          undo={restore}
        />
      )}
    </>
  )
}
