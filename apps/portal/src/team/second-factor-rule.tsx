import { AlertDialog, Button, ButtonLink, CloseDialog, FailureNotice, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { useMembers, useTeamChange } from './members.ts'
import { teamMessages } from './team-messages.ts'

/** Shows whether the partner requires a second factor, and lets managers change that. */
export function SecondFactorRule() {
  const t = useMessages(teamMessages)
  const { me, refresh } = useMe()
  const { isActive, isRequired } = me.secondFactor
  const [isAsking, setAsking] = useState(false)
  const change = useTeamChange(
    () => client.team.setSecondFactorRequired.mutate({ isRequired: !isRequired }),
    () => {
      setAsking(false)
      refresh()
    },
  )
  const close = () => {
    setAsking(false)
    change.reset()
  }
  return (
    <section className="card card-padded stack" aria-labelledby="second-factor">
      <h2 id="second-factor">{t.secondFactor}</h2>
      <p className="muted">{isRequired ? t.secondFactorRequired : t.secondFactorOptional}</p>
      {isRequired && change.isError && <FailureNotice error={change.error} />}
      <div>
        <Button busy={change.isPending} onClick={() => (isRequired ? change.mutate(undefined) : setAsking(true))}>
          {isRequired ? t.makeOptional : t.makeRequired}
        </Button>
      </div>
      {isAsking && !isActive && (
        <AlertDialog title={t.requireOwnTitle} lead={t.requireOwnLead} onClose={close}>
          <ButtonLink to="/portal/profile">{t.toProfile}</ButtonLink>
          <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
        </AlertDialog>
      )}
      {isAsking && isActive && (
        <AlertDialog title={t.requireTitle} lead={t.requireLead} onClose={close}>
          <PeopleWithoutFactor />
          {change.isError && <FailureNotice error={change.error} />}
          <Button variant="danger" busy={change.isPending} onClick={() => change.mutate(undefined)}>
            {t.makeRequired}
          </Button>
          <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
        </AlertDialog>
      )}
    </section>
  )
}

function PeopleWithoutFactor() {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const { members, isSuccess, hasNextPage } = useMembers()
  // The list may be older than the user's own second factor.
  const missing = members.filter(
    ({ id, kind, status, hasSecondFactor }) =>
      id !== me.id && kind === 'person' && status === 'active' && !hasSecondFactor,
  )
  const names = missing.map(({ name }) => name).join(', ')
  if (missing.length > 0) return <p>{t.requireMissing(names)}</p>
  // Only the complete list shows that nobody lacks a second factor.
  return isSuccess && !hasNextPage ? <p>{t.requireNoneMissing}</p> : null
}
