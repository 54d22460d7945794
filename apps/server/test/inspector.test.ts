import { close, url } from 'node:inspector'
import { freePort } from '@partner-accounts/local-servers'
import { afterEach, expect, it } from 'vitest'
import { openInspector } from '../src/inspector.ts'

afterEach(() => close())

it('--inspect=host:port opens the debugger at this address, also after a command', async () => {
  const port = await freePort()
  openInspector(['node', 'main.js', 'migrate', `--inspect=127.0.0.1:${port}`])
  expect(url()).toMatch(new RegExp(`^ws://127\\.0\\.0\\.1:${port}/`))
})

it('--inspect=[::1]:port opens the debugger at an IPv6 address', async () => {
  const port = await freePort()
  openInspector(['node', 'main.js', `--inspect=[::1]:${port}`])
  expect(url()).toMatch(new RegExp(`^ws://\\[::1\\]:${port}/`))
})

it('no other argument opens the debugger', () => {
  openInspector(['node', 'main.js', '--inspect-brk', '--inspector', '--no-inspect', '--inspect=port'])
  expect(url()).toBeUndefined()
})
