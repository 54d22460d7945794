import { expect, it } from 'vitest'
import { PARTNER, stubDependencies } from '../../test/stub-dependencies.ts'
import { showPartner, showPortalUser } from './show-records.ts'

/** Returns the only record, `r1`, if the filter names it. */
const query = ({ id }: { id?: string | undefined }) =>
  Promise.resolve({ items: (id === 'r1' ? [{ id }] : []) as never[], nextCursor: null })
const dependencies = stubDependencies({
  records: { partners: query, portalUsers: query },
  partners: { findTestPartner: () => Promise.resolve({ ...PARTNER, id: 't1' }) },
})

it.each([
  [showPartner, 'partner-not-found'],
  [showPortalUser, 'portal-user-not-found'],
])('%o returns the record with the id, and rejects an unknown id', async (show, kind) => {
  expect(await show(dependencies, { id: 'r1' })).toMatchObject({ id: 'r1' })
  await expect(show(dependencies, { id: 'r2' })).rejects.toMatchObject({ kind })
})

it('showPartner returns the id of the test partner', async () => {
  expect(await showPartner(dependencies, { id: 'r1' })).toMatchObject({ testPartnerId: 't1' })
})
