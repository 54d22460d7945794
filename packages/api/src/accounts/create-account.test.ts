import { sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { sampleAccount } from '@partner-accounts/rules'
import { expect, it } from 'vitest'
import { toRequest } from './create-account.ts'

it("core's sample request is the sample account", () => {
  const sample = sampleCreateAccountRequest()
  expect(toRequest(sampleAccount({ email: sample.administrator.email }))).toEqual(sample)
})
