import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Cluster } from './cluster.ts'
import { createProgram } from './create-program.ts'
import type { FailOverDatabase } from './fail-over-database.ts'
import { findPrograms } from './programs.ts'

await createProgram(async (args) => {
  const programs = findPrograms(args.ha)
  if ('missing' in programs) {
    process.stderr.write(`error: not found on this machine: ${programs.missing.join(', ')}\n`)
    process.exitCode = 1
    return
  }
  // A signal that arrives during the start takes effect after the start.
  const stopSignal = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  const cluster = await Cluster.start(programs, { ...args, detached: true })
  const operatorFile = writeOperatorFile(cluster)
  process.stdout.write(describe(cluster, operatorFile))
  await stopSignal
  await cluster.stop()
  process.stdout.write('stopped\n')
}).parseAsync()

/** Writes the environment of the operator CLI, and returns the file. */
function writeOperatorFile({ origin, folder, keys }: Cluster): string {
  const file = path.join(folder, 'operator.env')
  writeFileSync(file, `OPS_URL=${origin} INTERNAL_API_KEY=${keys.INTERNAL_API_KEY}\n`, { mode: 0o600 })
  return file
}

function describe(cluster: Cluster, operatorFile: string): string {
  const { baseUrl, instances, databaseUrl, failOver, folder, mailFolder } = cluster
  return `
${instances.length} instances behind nginx:

  REST        ${baseUrl}  (reference: ${baseUrl}/docs)
  instances   ${instances.map((instance) => instance.origin).join('  ')}
  PostgreSQL  ${databaseUrl}${failOver === undefined ? '' : describeNodes(failOver)}
  mails       ${mailFolder}
  logs        ${folder}/instance-*.log
  operator    env $(cat ${operatorFile}) pnpm ops partner create --name 'Revenda Estrela'

Ctrl-C stops all of it, or: kill ${process.pid}
`
}

const describeNodes = ({ nodes }: FailOverDatabase) =>
  nodes
    .map(
      ({ name, address, patroniPort }) =>
        `\n  ${name}      ${address}  (Patroni: http://127.0.0.1:${patroniPort}/patroni)`,
    )
    .join('')
