import { expect, it } from 'vitest'
import { signsInTooOften } from './signs-in-too-often.ts'

const signIn = { method: 'POST', route: '/tokens', status: 200 }
const rejected = { ...signIn, status: 401 }
const read = { method: 'GET', route: '/partner-accounts', status: 200 }
/** Returns a log of `signIns` successful sign-ins and `others` other requests. */
const requests = (signIns: number, others: number, other = read) => [
  ...Array<typeof signIn>(signIns).fill(signIn),
  ...Array<typeof signIn>(others).fill(other),
]

it('signsInTooOften is true for a program that signs in for each request', () => {
  expect(signsInTooOften(requests(10, 10))).toBe(true)
  expect(signsInTooOften(requests(25, 25))).toBe(true)
})

it('signsInTooOften is false for few sign-ins, and for a small share of sign-ins', () => {
  expect(signsInTooOften([])).toBe(false)
  expect(signsInTooOften(requests(9, 0))).toBe(false)
  expect(signsInTooOften(requests(10, 40))).toBe(false)
})

it('signsInTooOften ignores rejected sign-ins', () => {
  expect(signsInTooOften(requests(0, 50, rejected))).toBe(false)
})
