import { useFormats, useWords } from '@partner-accounts/ui'
import { couponWords } from './coupon-words.ts'

export const hasEnded = (expires: string | null): boolean => expires !== null && Date.parse(expires) <= Date.now()

/** Until when a coupon is valid. */
export function Expiry({ expires }: { expires: string | null }) {
  const t = useWords(couponWords)
  const { date } = useFormats()
  if (expires === null) return t.never
  return hasEnded(expires) ? <span className="badge badge-alert">{t.ended}</span> : date(expires)
}
