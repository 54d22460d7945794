// The baseline without a check: users who may only read can also create.
import pg from 'pg'

const { query } = pg.Pool.prototype
pg.Pool.prototype.query = function (statement) {
  const text = statement.text.replace('u.permissions', `'{accounts:read,accounts:create}'`)
  return query.call(this, { ...statement, text })
}
await import('../../dist/baseline.js')
