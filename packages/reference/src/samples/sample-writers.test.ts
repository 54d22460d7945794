import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { SAMPLE_WRITERS } from '../../assets/sample-writers.js'

it('JavaScript samples contain texts with quotes, apostrophes and backslashes, and names that require quotes', () => {
  const fields = { city: "Santa Bárbara d'Oeste", name: String.raw`"Sol" \o/`, '2fa': true, phone: null }
  const sample = SAMPLE_WRITERS.fetch({
    operation: 'createPartnerAccount',
    method: 'POST',
    url: 'https://api.example/partner-accounts',
    headers: [],
    body: { json: JSON.stringify(fields) },
    note: '',
    settings: { baseUrl: '', sdkName: '', credentialsNote: '', password: '', taxId: '', values: {} },
  })
  const literal = /JSON\.stringify\((.*)\),\n\}\)/s.exec(sample)?.[1] ?? ''
  expect(literal).toContain('phone: null')
  expect(runInNewContext(`JSON.stringify(${literal})`)).toBe(JSON.stringify(fields))
})
