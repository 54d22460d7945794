import { createServer } from 'node:http'
import { loadBaselineSettings } from '../settings.ts'
import { createBaseline } from './create-baseline.ts'

const settings = loadBaselineSettings()
const server = createServer(createBaseline(settings)).listen(settings.port, '127.0.0.1')
process.once('SIGTERM', () => {
  server.close(() => process.exit())
  server.closeAllConnections()
})
