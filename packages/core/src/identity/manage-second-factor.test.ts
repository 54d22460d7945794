import { beforeEach, describe, expect, it } from 'vitest'
import { ACCESS, ANA, OPERATOR, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import {
  confirmSecondFactor,
  countRecoveryCodes,
  reissueRecoveryCodes,
  removeSecondFactor,
  resetSecondFactor,
} from './manage-second-factor.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SecondFactor } from './second-factor-store.ts'

const KEY = { id: 'u1', partnerId: 'p1' }

describe('second factors', () => {
  let factor: SecondFactor | undefined
  /** Whether changes of the second factor succeed. A concurrent call may have removed it. */
  let isChangeable: boolean
  /** Calls of the stores that change something, in order. */
  let calls: unknown[]
  let outbox: ReturnType<typeof stubOutbox>
  let dependencies: ReturnType<typeof stubDependencies> & Parameters<typeof reissueRecoveryCodes>[0]
  beforeEach(() => {
    factor = { secret: 'shared', isActive: true, recoveryHashes: ['one', 'other'] }
    isChangeable = true
    calls = []
    outbox = stubOutbox()
    const change = (...call: unknown[]) => {
      calls.push(call)
      return Promise.resolve(isChangeable)
    }
    dependencies = {
      ...stubDependencies({
        secondFactors: {
          find: () => Promise.resolve(factor),
          activate: (user, step, hashes) => change('activate', user, step, hashes),
          useStep: (_user, step) => Promise.resolve(step === 7),
          useRecoveryCode: () => Promise.resolve(false),
          replaceRecoveryCodes: (user, hashes) => change('replace codes', user, hashes),
          remove: ({ id }) => change('remove', id),
        },
        portalUsers: {
          find: (id) => Promise.resolve(id === ANA.id ? ANA : undefined),
          findAccess: () => Promise.resolve({ ...ACCESS, tokenGeneration: 2 }),
          endSessions(id) {
            calls.push(['end sessions', id])
            return Promise.resolve(ANA)
          },
        },
        partners: { find: () => Promise.resolve(PARTNER) },
        mails: outbox.mails,
      }),
      oneTimeCodes: {
        newSecret: () => 'shared',
        uri: () => '',
        stepOf: (_secret, code) => (/^\d$/.test(code) ? Number(code) : undefined),
      },
      signIns: {
        reserve: () => Promise.resolve({ end: () => Promise.resolve() }),
        lookUp: () => Promise.reject(new Error('not called')),
        forget: () => Promise.reject(new Error('not called')),
      },
    }
  })

  const input = (code = '7') => ({ access: ACCESS, code })
  const expectReport = (change: string, actor: object = { kind: 'portal-user', id: 'u1' }) => {
    const action = `portal-user.second-factor-${change}`
    expect(dependencies.recorded).toEqual([{ actor, action, subjectId: 'u1', partnerId: 'p1' }])
    const content = { kind: 'second-factor-changed', change, name: 'Ana', partnerName: 'Revenda' }
    expect(outbox.queued).toEqual([{ recipient: ANA.email, content, partnerId: 'p1' }])
  }
  const expectNothingReported = () => expect([dependencies.recorded, outbox.queued]).toEqual([[], []])

  it('confirmSecondFactor activates the second factor, ends all sessions, reports the change and returns codes and a new session', async () => {
    const { recoveryCodes, subject } = await confirmSecondFactor(dependencies, input())
    expect(calls).toEqual([
      ['activate', KEY, 7, recoveryCodes.map(hashRecoveryCode)],
      ['end sessions', 'u1'],
    ])
    expect(subject).toEqual({ userId: 'u1', partnerId: 'p1', tokenGeneration: 2 })
    expectReport('added')
  })

  it('removeSecondFactor removes the second factor with a code, reports the change, and has no effect without one', async () => {
    await removeSecondFactor(dependencies, input())
    expect(calls).toEqual([['remove', 'u1']])
    expectReport('removed')
    factor = undefined
    await removeSecondFactor(dependencies, input('wrong'))
    expect(calls).toHaveLength(1)
  })

  it('reissueRecoveryCodes replaces all codes, and reports the change', async () => {
    const codes = await reissueRecoveryCodes(dependencies, input())
    expect(calls).toEqual([['replace codes', KEY, codes.map(hashRecoveryCode)]])
    expectReport('codes-reissued')
  })

  it('resetSecondFactor removes the second factor without a code, ends all sessions and reports who did it', async () => {
    expect(await resetSecondFactor(dependencies, { actor: OPERATOR, id: 'u1' })).toBe(ANA)
    expect(calls).toEqual([
      ['remove', 'u1'],
      ['end sessions', 'u1'],
    ])
    expectReport('reset', OPERATOR)
  })

  it('resetSecondFactor ends no session and reports nothing for a second factor that was never confirmed', async () => {
    factor = { secret: 'shared', isActive: false, recoveryHashes: [] }
    expect(await resetSecondFactor(dependencies, { actor: OPERATOR, id: 'u1' })).toBe(ANA)
    expect(calls).toEqual([])
    expectNothingReported()
  })

  it('resetSecondFactor changes nothing for a user without a second factor, and rejects an unknown user', async () => {
    isChangeable = false
    expect(await resetSecondFactor(dependencies, { actor: OPERATOR, id: 'u1' })).toBe(ANA)
    expect(calls).toEqual([['remove', 'u1']])
    const unknown = resetSecondFactor(dependencies, { actor: OPERATOR, id: 'u2' })
    await expect(unknown).rejects.toMatchObject({ kind: 'portal-user-not-found' })
    expectNothingReported()
  })

  it.each([
    ['confirmSecondFactor', confirmSecondFactor],
    ['removeSecondFactor', removeSecondFactor],
    ['reissueRecoveryCodes', reissueRecoveryCodes],
  ])('%s rejects a wrong code, and changes nothing', async (_name, use) => {
    await expect(use(dependencies, input('wrong'))).rejects.toMatchObject({ kind: 'wrong-code' })
    expect(calls).toEqual([])
    expectNothingReported()
  })

  it.each([
    ['confirmSecondFactor', confirmSecondFactor],
    ['reissueRecoveryCodes', reissueRecoveryCodes],
  ])('%s rejects a second factor that a concurrent call changed, and reports nothing', async (_name, use) => {
    isChangeable = false
    await expect(use(dependencies, input())).rejects.toMatchObject({ kind: 'wrong-code' })
    expectNothingReported()
  })

  it.each([
    ['an active second factor', true, 2],
    ['no second factor', false, 0],
  ])('countRecoveryCodes counts the unused codes of %s', async (_case, exists, count) => {
    if (!exists) factor = undefined
    expect(await countRecoveryCodes(dependencies, { access: ACCESS })).toBe(count)
  })
})
