import type { TokenSubject } from '@partner-accounts/core'
import type { JWTPayload } from 'jose'

const PARTNER_CLAIM = 'partner_id'
const GENERATION_CLAIM = 'generation'
const SESSION_CLAIM = 'sid'
/** Absent in live mode. */
const MODE_CLAIM = 'mode'
const OPENED_BY_CLAIM = 'opened_by'
const ID = /^[0-9a-f]{24}$/

export const subjectClaims = ({ partnerMode, sessionId, openedBy, ...subject }: TokenSubject): JWTPayload => ({
  sub: subject.userId,
  [PARTNER_CLAIM]: subject.partnerId,
  [GENERATION_CLAIM]: subject.tokenGeneration,
  ...(partnerMode === 'test' && { [MODE_CLAIM]: partnerMode }),
  ...(sessionId !== undefined && { [SESSION_CLAIM]: sessionId }),
  ...(openedBy && { [OPENED_BY_CLAIM]: subjectClaims(openedBy) }),
})

export function toSubject(claims: JWTPayload): TokenSubject | undefined {
  const {
    sub: userId,
    [PARTNER_CLAIM]: partnerId,
    [GENERATION_CLAIM]: tokenGeneration,
    [SESSION_CLAIM]: sessionId,
    [MODE_CLAIM]: mode,
    [OPENED_BY_CLAIM]: openedBy,
  } = claims
  return isId(userId) && isId(partnerId) && typeof tokenGeneration === 'number'
    ? {
        userId,
        partnerId,
        tokenGeneration,
        ...(mode === 'test' && { partnerMode: mode }),
        ...(isId(sessionId) && { sessionId }),
        ...(openedBy !== undefined && { openedBy: toSubject(openedBy as JWTPayload) }),
      }
    : undefined
}

const isId = (claim: unknown): claim is string => typeof claim === 'string' && ID.test(claim)
