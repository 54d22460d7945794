import { TextField, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangeButton } from '../changes/change-button.tsx'
import { changeMessages } from '../changes/change-messages.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { ChangeLimitButton } from '../limits/change-limit-button.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { client, type Outputs } from '../service/client.ts'
import { pathOf } from '../service/paths.ts'
import { partnerMessages } from './partner-messages.ts'

const { partners } = client.internal

export function PartnerActions({ partner }: { partner: Outputs['partners']['show'] }) {
  const { id, name, status, mode, testPartnerId, coupon } = partner
  const navigate = useNavigate()
  const t = useMessages(partnerMessages)
  const records = useMessages(recordMessages)
  const { save } = useMessages(changeMessages)
  const [newName, setNewName] = useState(name)
  const [newCoupon, setNewCoupon] = useState(coupon ?? '')
  const resume = () => partners.resume.mutate({ id })
  return (
    <>
      <DialogButton
        label={t.rename}
        title={t.rename}
        lead={t.renameLead}
        submit={save}
        run={() => partners.rename.mutate({ id, name: newName.trim() })}
        done={t.renamed}
        undo={() => partners.rename.mutate({ id, name })}
      >
        <TextField name="name" label={records.name} autoComplete="off" value={newName} onChange={setNewName} />
      </DialogButton>
      <DialogButton
        label={t.setCoupon}
        title={t.setCoupon}
        lead={t.setCouponLead}
        submit={save}
        run={() => partners.setCoupon.mutate({ id, coupon: newCoupon.trim() === '' ? null : newCoupon.trim() })}
        done={t.couponSet}
        undo={() => partners.setCoupon.mutate({ id, coupon })}
      >
        <TextField
          name="coupon"
          label={t.couponLabel}
          mono
          optional
          autoComplete="off"
          value={newCoupon}
          onChange={setNewCoupon}
        />
      </DialogButton>
      <ChangeLimitButton partner={partner} />
      {mode === 'live' && testPartnerId === null && (
        <DialogButton
          label={t.addTest}
          title={t.addTest}
          lead={t.addTestLead}
          submit={t.addTest}
          run={() => partners.create.mutate({ name: t.testName(name), testOf: id })}
          done={t.created}
          onDone={(created) => void navigate(pathOf.partner(created.id))}
        />
      )}
      {mode === 'test' && (
        <DialogButton
          label={t.deleteData}
          variant="danger"
          title={t.deleteDataTitle}
          lead={t.deleteDataLead}
          submit={t.deleteData}
          typed={name}
          asksReason
          run={async (reason) => {
            while (!(await partners.empty.mutate({ id, reason })).isEmpty);
          }}
          done={t.dataDeleted}
        />
      )}
      {status === 'active' ? (
        <DialogButton
          label={t.suspend}
          variant="danger"
          title={t.suspendTitle}
          lead={t.suspendLead}
          submit={t.suspend}
          typed={name}
          asksReason
          run={(reason) => partners.suspend.mutate({ id, reason })}
          done={t.suspended}
          undo={resume}
        />
      ) : (
        <ChangeButton label={t.resume} variant="primary" run={resume} done={t.resumed} />
      )}
    </>
  )
}
