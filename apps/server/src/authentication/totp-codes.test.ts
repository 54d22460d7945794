import { generateSync } from 'otplib'
import { afterEach, expect, it, vi } from 'vitest'
import { createTotpCodes } from './totp-codes.ts'

afterEach(() => void vi.useRealTimers())

it('a code is accepted in its own 30 seconds, and in those before and after', () => {
  const codes = createTotpCodes('Ponto')
  const secret = codes.newSecret()
  const startedAt = 1_800_000_000
  const step = startedAt / 30
  const code = generateSync({ secret, epoch: startedAt })
  const stepAt = (seconds: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: (startedAt + seconds) * 1000 })
    return codes.stepOf(secret, code)
  }
  expect([-30, 0, 29, 59].map(stepAt)).toEqual([step, step, step, step])
  expect([-31, 60].map(stepAt)).toEqual([undefined, undefined])
})

it('a code has six digits, with or without spaces', () => {
  const codes = createTotpCodes('Ponto')
  const secret = codes.newSecret()
  const code = generateSync({ secret })
  expect(codes.stepOf(secret, `${code.slice(0, 3)} ${code.slice(3)}`)).toBeTypeOf('number')
  for (const invalid of ['', 'x', `${code}0`, code.slice(1), `${code.slice(0, 5)}x`]) {
    expect(codes.stepOf(secret, invalid)).toBeUndefined()
  }
})

it('the address for authenticator apps names the product and the user', () => {
  const uri = createTotpCodes('Ponto: contas').uri('SECRET', 'ana@revenda.example')
  expect(uri).toBe('otpauth://totp/Ponto%20contas:ana%40revenda.example?secret=SECRET&issuer=Ponto%20contas')
})
