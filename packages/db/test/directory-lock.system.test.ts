import { newSealingKeys } from '@partner-accounts/core/testing'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DirectoryLock, lockDirectory } from '../src/embedded/directory-lock.ts'
import { openDatabase } from '../src/index.ts'

const SEALING_KEYS = newSealingKeys()

const SOURCE = fileURLToPath(new URL('../src/embedded/directory-lock.ts', import.meta.url))
const HOLDER = `
import { lockDirectory } from './directory-lock.mjs'
for (const directory of process.argv.slice(2)) await lockDirectory(directory)
process.stdout.write('locked')
setInterval(() => {}, 60_000)`

describe('lockDirectory', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  beforeAll(() => {
    const target = ts.ScriptTarget.ES2022
    const { outputText } = ts.transpileModule(readFileSync(SOURCE, 'utf8'), { compilerOptions: { target } })
    writeFileSync(path.join(folder, 'directory-lock.mjs'), outputText)
    writeFileSync(path.join(folder, 'holder.mjs'), HOLDER)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child)
  })

  let directoryCount = 0
  const newDirectory = () => {
    directoryCount += 1
    return path.join(folder, `data${directoryCount}`)
  }
  const lockInAnotherProcess = async (...held: string[]) => {
    const child = spawn(process.execPath, [path.join(folder, 'holder.mjs'), ...held], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    await once(child.stdout, 'data')
    return child
  }
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  it('excludes other processes until kill -9 ends the holder', async () => {
    const directory = newDirectory()
    const holder = await lockInAnotherProcess(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(
      `${directory} is in use by process ${holder.pid}, running since`,
    )
    await kill(holder)
    const lock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${process.pid}`)
    await lock.release()
  })

  it('passes the lock of a killed process to exactly one of several concurrent callers', async () => {
    const directories = Array.from({ length: 24 }, newDirectory)
    await kill(await lockInAnotherProcess(...directories))
    for (const directory of directories) {
      // The callers start one after another, so that some find the dead socket while others are replacing it.
      const lockLater = (turns: number): Promise<DirectoryLock> =>
        turns === 0 ? lockDirectory(directory) : nextTurn().then(() => lockLater(turns - 1))
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, turns) => lockLater(turns)))
      const held = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
      for (const lock of held) await lock.release()
      expect(held).toHaveLength(1)
    }
  })

  it('is called by an embedded database, which releases the lock when it is closed', async () => {
    const directory = newDirectory()
    const database = await openDatabase({ directory }, SEALING_KEYS)
    await expect(openDatabase({ directory }, SEALING_KEYS)).rejects.toThrow(`is in use by process ${process.pid}`)
    await database.close()
    await (await openDatabase({ directory }, SEALING_KEYS)).close()
  })
})
