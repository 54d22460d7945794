import { appRouter } from '@partner-accounts/api'
import { OPERATOR_ROLES, type OperatorRole } from '@partner-accounts/core'
import { describe, expect, it } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { sharedService, signedInPartner } from '../harness.ts'
import { addAccount } from '../internal/internal-client.ts'
import { validCalls } from '../internal/valid-calls.ts'

interface Procedure {
  name: string
  type: string
  role: OperatorRole | undefined
}

const PROCEDURES = Object.entries(appRouter.internal).flatMap(([resource, procedures]) =>
  Object.entries(procedures).map(([name, { _def }]): Procedure => ({
    name: `${resource}.${name}`,
    type: _def.type,
    role: _def.meta?.role,
  })),
)

const PROCEDURE_BY_NAME = new Map(PROCEDURES.map((procedure) => [procedure.name, procedure]))

/** `OPERATOR_ROLES` begins with the lowest role. */
const isPermitted = (role: OperatorRole, required: OperatorRole | undefined) =>
  required !== undefined && OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(required)

describe('The roles of operators', () => {
  it('are stated by every internal procedure: viewer for queries, support or admin for mutations', () => {
    expect(PROCEDURES.length).toBeGreaterThan(30)
    for (const { name, type, role } of PROCEDURES) {
      expect([name, role]).toEqual([name, type === 'query' ? 'viewer' : expect.stringMatching(/^(support|admin)$/)])
    }
  })

  it.each(OPERATOR_ROLES)(
    'let a %s call the procedures of the role, and all other procedures return 403',
    async (role) => {
      const service = await sharedService()
      const partner = await signedInPartner(service)
      const account = await addAccount(partner)
      const calls = await validCalls(service, partner, account)
      expect(calls.map(([name]) => name).toSorted()).toEqual(PROCEDURES.map(({ name }) => name).toSorted())
      const browser = await BrowserClient.ofOperator(service, { role, email: 'rui@contas.example' })
      const send = async (name: string, input: object) => {
        const body = JSON.stringify(input)
        const headers = { 'content-type': 'application/json' }
        return PROCEDURE_BY_NAME.get(name)?.type === 'query'
          ? browser.send(`/trpc/internal.${name}?input=${encodeURIComponent(body)}`)
          : browser.send(`/trpc/internal.${name}`, { method: 'POST', headers, body })
      }
      const countAuditEntries = () => service.database.prisma.auditEntry.count()

      const before = await countAuditEntries()
      for (const [name, input] of calls) {
        // Only administrators may delete notes of other authors.
        const required = name === 'notes.delete' ? 'admin' : PROCEDURE_BY_NAME.get(name)?.role
        const { status } = await send(name, input)
        // A permitted call may depend on an earlier call that was rejected.
        const expected = isPermitted(role, required) ? expect.toBeOneOf([200, 404, 409]) : 403
        expect([name, status]).toEqual([name, expected])
      }
      // A viewer changes nothing. An administrator's calls succeed, and most of them make changes.
      if (role === 'viewer') expect(await countAuditEntries()).toBe(before)
      if (role === 'admin') expect(await countAuditEntries()).toBeGreaterThan(before + 20)
    },
  )

  it('are checked before the input, so errors reveal nothing to other roles', async () => {
    const browser = await BrowserClient.ofOperator(await sharedService(), { role: 'viewer' })
    const response = await browser.send('/trpc/internal.partners.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":1}',
    })
    expect(response.status).toBe(403)
  })
})
