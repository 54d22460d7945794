export { type Database, type DatabaseLocation, openDatabase } from './database.ts'
export { SERVER_DEFAULTS } from './driver/remote-postgres.ts'
