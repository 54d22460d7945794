import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'

const onLinux = process.platform === 'linux'

const ticksPerSecond = onLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : NaN

/** In /proc/PID/stat after the name, which may contain spaces (proc(5): utime is field 14). */
const UTIME = 11
const STIME = 12
const CUTIME = 13
const CSTIME = 14

/** Resolution: a clock tick, usually 10 ms. */
export const cpuMicros = (pid: number): number | undefined => readCpu(pid, [UTIME, STIME])

/** Includes children that have ended. */
export function familyCpuMicros(pid: number): number | undefined {
  const own = readCpu(pid, [UTIME, STIME, CUTIME, CSTIME])
  if (own === undefined) return undefined
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + (readCpu(Number(child), [UTIME, STIME]) ?? 0), own)
}

function readCpu(pid: number, fields: readonly number[]): number | undefined {
  if (!onLinux) return undefined
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  const values = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return values && (fields.reduce((sum, field) => sum + Number(values[field]), 0) * 1e6) / ticksPerSecond
}

/** Bytes; the peak since `resetPeakMemory`. */
export const residentBytes = (pid: number) => readStatus(pid, 'VmRSS')
export const peakBytes = (pid: number) => readStatus(pid, 'VmHWM')

function readStatus(pid: number, field: string): number | undefined {
  const kilobytes = new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(readOrUndefined(`/proc/${pid}/status`) ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Resets the peak to the current memory (proc(5): 5). */
export function resetPeakMemory(pid: number): void {
  if (onLinux) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Empty except on Linux. */
export async function postmasterPids(urls: readonly string[]): Promise<number[]> {
  return process.platform === 'linux' ? Promise.all(urls.map(postmasterPid)) : []
}

async function postmasterPid(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  await client.end()
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}
