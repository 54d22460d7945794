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

type Partner = Outputs['partners']['get']

export function PartnerActions({ partner }: { partner: Partner }) {
  const { mode, testPartnerId } = partner
  return (
    <>
      <RenameButton partner={partner} />
      <CouponButton partner={partner} />
      <ChangeLimitButton partner={partner} />
      {mode === 'live' && testPartnerId === null && <AddTestPartnerButton partner={partner} />}
      {mode === 'test' && <DeleteDataButton partner={partner} />}
      <SuspendButton partner={partner} />
    </>
  )
}

function RenameButton({ partner: { id, name } }: { partner: Partner }) {
  const t = useMessages(partnerMessages)
  const recordTexts = useMessages(recordMessages)
  const { save } = useMessages(changeMessages)
  const [newName, setNewName] = useState('')
  return (
    <DialogButton
      label={t.rename}
      title={t.rename}
      lead={t.renameLead}
      submit={save}
      onOpen={() => setNewName(name)}
      run={() => partners.setName.mutate({ id, name: newName.trim() })}
      done={t.renamed}
      undo={() => partners.setName.mutate({ id, name })}
    >
      <TextField name="name" label={recordTexts.name} autoComplete="off" value={newName} onChange={setNewName} />
    </DialogButton>
  )
}

function CouponButton({ partner: { id, coupon } }: { partner: Partner }) {
  const t = useMessages(partnerMessages)
  const { save } = useMessages(changeMessages)
  const [newCoupon, setNewCoupon] = useState('')
  return (
    <DialogButton
      label={t.setCoupon}
      title={t.setCoupon}
      lead={t.setCouponLead}
      submit={save}
      onOpen={() => setNewCoupon(coupon ?? '')}
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
  )
}

function AddTestPartnerButton({ partner: { id, name } }: { partner: Partner }) {
  const t = useMessages(partnerMessages)
  const navigate = useNavigate()
  return (
    <DialogButton
      label={t.addTest}
      title={t.addTest}
      lead={t.addTestLead}
      submit={t.addTest}
      run={() => partners.create.mutate({ name: t.testName(name), testOf: id })}
      done={t.created}
      onDone={(created) => void navigate(pathOf.partner(created.id))}
    />
  )
}

function DeleteDataButton({ partner: { id, name } }: { partner: Partner }) {
  const t = useMessages(partnerMessages)
  return (
    <DialogButton
      label={t.deleteData}
      variant="danger"
      title={t.deleteDataTitle}
      lead={t.deleteDataLead}
      submit={t.deleteData}
      confirmationText={name}
      asksReason
      run={async (reason) => {
        // Each call deletes a part.
        let isEmpty = false
        while (!isEmpty) {
          const emptied = await partners.empty.mutate({ id, reason })
          isEmpty = emptied.isEmpty
        }
      }}
      done={t.dataDeleted}
    />
  )
}

function SuspendButton({ partner: { id, name, status } }: { partner: Partner }) {
  const t = useMessages(partnerMessages)
  const resume = () => partners.resume.mutate({ id })
  if (status !== 'active') return <ChangeButton label={t.resume} variant="primary" run={resume} done={t.resumed} />
  return (
    <DialogButton
      label={t.suspend}
      variant="danger"
      title={t.suspendTitle}
      lead={t.suspendLead}
      submit={t.suspend}
      confirmationText={name}
      asksReason
      run={(reason) => partners.suspend.mutate({ id, reason })}
      done={t.suspended}
      undo={resume}
    />
  )
}
