import { serviceNow, TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { endOfDay, localDay } from '@partner-accounts/ui/days'
import { couponMessages } from './coupon-messages.ts'

export const hasEnded = (expiresAt: string | null): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= serviceNow()

interface ExpiryProps {
  expiresAt: string | null
  /** Shows date and time, also beside the badge of an expired coupon. */
  isExact?: boolean
}

export function Expiry({ expiresAt, isExact = false }: ExpiryProps) {
  const t = useMessages(couponMessages)
  const { date, dateTime } = useFormats()
  if (expiresAt === null) return t.never
  const time = isExact ? dateTime(expiresAt) : date(expiresAt)
  if (!hasEnded(expiresAt)) return time
  return (
    <>
      <span className="badge badge-alert">{t.ended}</span> {isExact && time}
    </>
  )
}

interface ExpiryFieldProps {
  name?: string
  value: string
  onChange: (day: string) => void
}

/** The last valid day, in the operator's time zone. */
export function ExpiryField({ name = 'expiresAt', value, onChange }: ExpiryFieldProps) {
  const t = useMessages(couponMessages)
  const { timeZone } = useFormats()
  return (
    <TextField
      name={name}
      label={t.expiresIn(timeZone())}
      hint={t.expiresHint}
      type="date"
      max="9999-12-31"
      optional
      value={value}
      onChange={onChange}
    />
  )
}

/** Returns the stored expiry if its day is unchanged, otherwise the end of the chosen day, or `null` without a day. */
export function chosenExpiry(day: string, stored: string | null): string | null {
  if (stored !== null && day === localDay(stored)) return stored
  return day === '' ? null : endOfDay(day)
}
