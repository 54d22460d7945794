import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Yields a process, then its children. They are read afterwards, because a parent that was stopped starts no others. */
export function* withChildren(pid: number): Generator<number> {
  yield pid
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  yield* children.split(' ').filter(Boolean).map(Number)
}

export async function killWithChildren(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  signal(withChildren(pid), 'SIGSTOP')
  const pids = [...withChildren(pid)]
  signal(pids, 'SIGKILL')
  while (pids.some(isAlive)) await wait(5)
}

/** Ignores ended processes. After SIGSTOP, all have stopped on return. */
export function signal(pids: Iterable<number>, name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    if (name === 'SIGSTOP') waitUntilStopped(pid)
  }
}

/** Blocks, so that `signal` returns only after the process has stopped. */
function waitUntilStopped(pid: number): void {
  while (!/[TZX]/.test(stateOf(pid)));
}

const isAlive = (pid: number) => !/[ZX]/.test(stateOf(pid))

/** Returns the letter of a process's state: `T` if it is stopped, `Z` for a zombie, `X` if it has ended. */
function stateOf(pid: number): string {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 'X'
  } catch {
    return 'X'
  }
}
