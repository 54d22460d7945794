import type { TokenSubject } from '@partner-accounts/core'
import type { JWTPayload } from 'jose'

const ID = /^[0-9a-f]{24}$/

export const subjectClaims = ({ partnerMode, sessionId, openedBy, ...subject }: TokenSubject): JWTPayload => ({
  sub: subject.userId,
  partner_id: subject.partnerId,
  generation: subject.tokenGeneration,
  // Absent in live mode.
  ...(partnerMode === 'test' && { mode: partnerMode }),
  ...(sessionId !== undefined && { sid: sessionId }),
  ...(openedBy && { opened_by: subjectClaims(openedBy) }),
})

export function toSubject(claims: JWTPayload): TokenSubject | undefined {
  const { sub: userId, partner_id: partnerId, generation: tokenGeneration, sid: sessionId } = claims
  const { mode, opened_by: openedBy } = claims
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
