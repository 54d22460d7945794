export { type Database, type DatabaseLocation, openDatabase } from './database.ts'
export { SERVER_DEFAULTS } from './remote/remote-postgres.ts'
