import { TextField, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { ChangeButton } from '../changes/change-button.tsx'
import { changeMessages } from '../changes/change-messages.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { ExportPersonButton } from '../people/export-person-button.tsx'
import { client } from '../service/client.ts'
import { useMe } from '../session/me.ts'
import type { Account } from './account.ts'
import { accountMessages } from './account-messages.ts'
import { CorrectButton } from './correct-button.tsx'

const { accounts, subscriptions } = client.internal

export function AccountActions({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const { may } = useMe()
  const { id, subscription, employer, administrator, administratorStatus } = account
  const { status } = subscription
  if (!may('support')) return null
  return (
    <>
      {status === 'pending' && (
        <DialogButton
          label={t.activate}
          variant="primary"
          title={t.activateTitle}
          lead={t.activateLead(administrator.email)}
          submit={t.activate}
          run={() => subscriptions.activate.mutate({ accountId: id })}
          done={t.activated}
        />
      )}
      {status === 'active' && administratorStatus !== 'activated' && (
        <ChangeButton
          label={t.resend}
          run={() => subscriptions.resendActivationMail.mutate({ accountId: id })}
          done={t.resent}
        />
      )}
      {/* The keys remount the buttons after a change, so the offered undo keeps the previous values. */}
      <CorrectButton key={JSON.stringify(account)} account={account} />
      <ExportPersonButton email={administrator.email} />
      {status !== 'canceled' && <ChangeSubscriptionButton key={JSON.stringify(subscription)} account={account} />}
      {status === 'canceled' && may('admin') && (
        <>
          <NewSubscriptionButton account={account} />
          <DialogButton
            label={t.erase}
            variant="danger"
            title={t.eraseTitle}
            lead={t.eraseLead}
            submit={t.erase}
            confirmationText={employer.name}
            asksReason
            run={(reason) => accounts.erase.mutate({ id, reason })}
            done={t.erased}
          />
        </>
      )}
      {status !== 'canceled' && may('admin') && (
        <DialogButton
          label={t.cancel}
          variant="danger"
          title={t.cancelTitle}
          lead={t.cancelLead}
          submit={t.cancel}
          confirmationText={employer.name}
          asksReason
          run={(reason) => subscriptions.cancel.mutate({ accountId: id, reason })}
          done={t.canceled}
        />
      )}
    </>
  )
}

function ChangeSubscriptionButton({ account: { id, subscription } }: { account: Account }) {
  const t = useMessages(accountMessages)
  const { save } = useMessages(changeMessages)
  const [employees, setEmployees] = useState('')
  const [faces, setFaces] = useState('')
  const set = (quantities: { employees: number; faceIds: number }) =>
    subscriptions.update.mutate({ accountId: id, ...quantities })
  const fillFields = () => {
    setEmployees(String(subscription.employees))
    setFaces(String(subscription.faceIds))
  }
  return (
    <DialogButton
      label={t.change}
      title={t.change}
      lead={t.changeLead}
      submit={save}
      onOpen={fillFields}
      run={() => set({ employees: Number(employees), faceIds: Number(faces) })}
      done={t.changed}
      undo={() => set(subscription)}
    >
      <TextField name="employees" label={t.employees} type="number" value={employees} onChange={setEmployees} />
      <TextField name="faceIds" label={t.faces} type="number" value={faces} onChange={setFaces} />
    </DialogButton>
  )
}

function NewSubscriptionButton({ account: { id, subscription } }: { account: Account }) {
  const t = useMessages(accountMessages)
  const [employees, setEmployees] = useState('')
  const [faces, setFaces] = useState('')
  const [coupon, setCoupon] = useState('')
  const fillFields = () => {
    setEmployees(String(subscription.employees))
    setFaces(String(subscription.faceIds))
    setCoupon('')
  }
  return (
    <DialogButton
      label={t.renew}
      variant="primary"
      title={t.renew}
      lead={t.renewLead}
      submit={t.renew}
      onOpen={fillFields}
      run={() =>
        subscriptions.create.mutate({
          accountId: id,
          employees: Number(employees),
          faceIds: Number(faces),
          ...(coupon.trim() !== '' && { coupon: coupon.trim() }),
        })
      }
      done={t.renewed}
    >
      <TextField name="employees" label={t.employees} type="number" value={employees} onChange={setEmployees} />
      <TextField name="faceIds" label={t.faces} type="number" value={faces} onChange={setFaces} />
      <TextField name="coupon" label={t.coupon} mono optional autoComplete="off" value={coupon} onChange={setCoupon} />
    </DialogButton>
  )
}
