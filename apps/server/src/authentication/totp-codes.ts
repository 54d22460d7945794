import type { OneTimeCodes } from '@partner-accounts/core'
import { generateSecret, generateURI, verifySync } from 'otplib'

/** Clocks of phones differ, and typing takes time. */
const TOLERANCE_SECONDS = 30

export const createTotpCodes = (productName: string): OneTimeCodes => ({
  newSecret: () => generateSecret(),

  // The issuer must contain no colon, which separates it from the label.
  uri: (secret, email) => generateURI({ issuer: productName.replaceAll(':', ''), label: email, secret }),

  stepOf(secret, code) {
    const token = code.replaceAll(' ', '')
    if (!/^\d{6}$/.test(token)) return undefined
    const result = verifySync({ secret, token, epochTolerance: TOLERANCE_SECONDS })
    return result.valid && 'timeStep' in result ? result.timeStep : undefined
  },
})
