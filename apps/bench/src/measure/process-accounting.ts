import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'

const isLinux = process.platform === 'linux'

const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : undefined

// Positions in /proc/PID/stat behind the name, which may contain spaces (proc(5): utime is field 14).
const UTIME = 11
const STIME = 12
const CUTIME = 13
const CSTIME = 14

/** Returns the CPU time of a process in microseconds. Its resolution is a clock tick, usually 10 ms. */
export const cpuMicros = (pid: number): number | undefined => readCpu(pid, [UTIME, STIME])

/** Returns the CPU time of a process and its children, also of those that have ended, in microseconds. */
export function familyCpuMicros(pid: number): number | undefined {
  const withEndedChildren = readCpu(pid, [UTIME, STIME, CUTIME, CSTIME])
  if (withEndedChildren === undefined) return undefined
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const childMicros = children.map((child) => readCpu(Number(child), [UTIME, STIME]) ?? 0)
  return childMicros.reduce((sum, micros) => sum + micros, withEndedChildren)
}

function readCpu(pid: number, fields: readonly number[]): number | undefined {
  if (ticksPerSecond === undefined) return undefined
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.reduce((sum, field) => sum + Number(values[field]), 0)
  return (ticks / ticksPerSecond) * 1e6
}

/** Returns the resident memory of a process. */
export const residentBytes = (pid: number) => readStatus(pid, 'VmRSS')

/** Returns the peak of the resident memory since `resetPeakMemory`. */
export const peakBytes = (pid: number) => readStatus(pid, 'VmHWM')

function readStatus(pid: number, field: string): number | undefined {
  const status = readOrUndefined(`/proc/${pid}/status`) ?? ''
  const kilobytes = new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The value of /proc/PID/clear_refs that resets the peak to the current memory (proc(5)). */
const RESET_PEAK = '5'

export function resetPeakMemory(pid: number): void {
  if (isLinux) writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK)
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Returns the process ids of PostgreSQL servers; none except on Linux. */
export async function postmasterPids(urls: readonly string[]): Promise<number[]> {
  return isLinux ? Promise.all(urls.map(postmasterPid)) : []
}

/** The server's process is the parent of those that serve connections. */
async function postmasterPid(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  await client.end()
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}
