import { createServer } from 'node:http'
import { loadContenderSettings } from '../settings.ts'
import { createFloor } from './create-floor.ts'

const settings = loadContenderSettings()
const server = createServer(createFloor(settings)).listen(settings.port, '127.0.0.1')
process.once('SIGTERM', () => {
  server.close(() => process.exit())
  server.closeAllConnections()
})
