import type { TokenSubject } from '@partner-accounts/core'
import type { JWTPayload } from 'jose'

const PARTNER_CLAIM = 'partner_id'
const GENERATION_CLAIM = 'generation'
const SESSION_CLAIM = 'sid'
/** Absent in live mode. */
const MODE_CLAIM = 'mode'
const ID = /^[0-9a-f]{24}$/

export const subjectClaims = ({
  userId,
  partnerId,
  tokenGeneration,
  partnerMode,
  sessionId,
}: TokenSubject): JWTPayload => ({
  sub: userId,
  [PARTNER_CLAIM]: partnerId,
  [GENERATION_CLAIM]: tokenGeneration,
  ...(partnerMode === 'test' && { [MODE_CLAIM]: partnerMode }),
  ...(sessionId !== undefined && { [SESSION_CLAIM]: sessionId }),
})

export function toSubject(claims: JWTPayload): TokenSubject | undefined {
  const {
    sub: userId,
    [PARTNER_CLAIM]: partnerId,
    [GENERATION_CLAIM]: tokenGeneration,
    [SESSION_CLAIM]: sessionId,
    [MODE_CLAIM]: mode,
  } = claims
  return isId(userId) && isId(partnerId) && typeof tokenGeneration === 'number'
    ? {
        userId,
        partnerId,
        tokenGeneration,
        ...(mode === 'test' && { partnerMode: mode }),
        ...(isId(sessionId) && { sessionId }),
      }
    : undefined
}

const isId = (claim: unknown): claim is string => typeof claim === 'string' && ID.test(claim)
