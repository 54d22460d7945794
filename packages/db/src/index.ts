export { type Database, type DatabaseLocation, openDatabase } from './database.ts'
export type { ObserveStatement } from './driver/connections.ts'
export { SERVER_DEFAULTS } from './driver/open-server-pool.ts'
