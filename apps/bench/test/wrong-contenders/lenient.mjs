// The floor, but for a check: whoever may read may create.
import pg from 'pg'

const { query } = pg.Pool.prototype
pg.Pool.prototype.query = function (statement) {
  const text = statement.text.replace('u.permissions', `'{accounts:read,accounts:create}'`)
  return query.call(this, { ...statement, text })
}
await import('../../dist/floor.js')
