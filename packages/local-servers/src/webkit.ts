import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'
import { killWithChildren } from './process-tree.ts'
import { untilListens } from './until-listens.ts'
import { waitForOutput } from './wait-for-output.ts'
import type { OtherBrowser, PageElement, WebPage } from './web-page.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const BROWSER = ['x86_64', 'aarch64']
  .map((processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find((file) => existsSync(file))
const SCREEN = '/usr/bin/Xvfb'

/** WebKitGTK's MiniBrowser on a virtual screen: the engine of Safari and of every browser on an iPhone. */
export const WEBKIT: OtherBrowser = {
  name: 'WebKit',
  requires: 'webkit2gtk-driver and xvfb',
  open: BROWSER !== undefined && existsSync(DRIVER) && existsSync(SCREEN) ? () => openWebKit(BROWSER) : undefined,
}

/** The property that contains an element's id in messages of WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Generous: other tests run at the same time. */
const COMMAND_TIMEOUT_MS = 60_000
const CLICK_TIMEOUT_MS = 30_000
const CLICK_INTERVAL_MS = 100

/** Narrows the tool bar, which would otherwise be wider than a phone. */
const NARROW_TOOL_BAR = '* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 4px }'

/** @param program MiniBrowser */
async function openWebKit(program: string): Promise<WebPage> {
  const screen = spawn(SCREEN, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = (await waitForOutput(screen, screen.stdout, /\d+\n/)).trim()
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-webkit-'))
  mkdirSync(path.join(folder, 'gtk-3.0'))
  writeFileSync(path.join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOL_BAR)
  const port = await freePort()
  const environment = {
    DISPLAY: `:${display}`,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    LANGUAGE: 'pt_BR',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // The sandbox requires a session bus.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const driver = spawn('env', [...assignments, DRIVER, '--host=127.0.0.1', `--port=${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = async () => {
    // Also ends the browser, which a failed session leaves behind.
    if (driver.pid !== undefined) await killWithChildren(driver.pid)
    await endProcess(screen)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilListens(driver, port)
    return await startSession(program, `http://127.0.0.1:${port}`, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param stop ends the driver and its screen */
async function startSession(program: string, driver: string, stop: () => Promise<void>): Promise<WebPage> {
  const browser = { 'webkitgtk:browserOptions': { binary: program, args: ['--automation'] } }
  const created = await send('POST', `${driver}/session`, { capabilities: { alwaysMatch: browser } })
  const session = `${driver}/session/${(created as { sessionId: string }).sessionId}`
  const run = (expression: string) =>
    send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] })
  return {
    goto: (url) => send('POST', `${session}/url`, { url }),
    resize: (size) => send('POST', `${session}/window/rect`, { x: 0, y: 0, ...size }),
    evaluate: run,
    async element(expression) {
      const found = (await run(expression)) as Record<string, string> | null
      return found ? pageElement(`${session}/element/${found[ELEMENT] ?? ''}`) : undefined
    },
    screenshot: async () => Buffer.from((await send('GET', `${session}/screenshot`)) as string, 'base64'),
    async close() {
      try {
        await send('DELETE', session)
      } finally {
        await stop()
      }
    },
  }
}

const pageElement = (url: string): PageElement => ({
  click: () => clickWhenUncovered(url),
  type: (text) => send('POST', `${url}/value`, { text }),
  chooseFile: (file) => send('POST', `${url}/value`, { text: file }),
})

/** Retries while a temporary message covers the element, because the driver does not click covered elements. */
async function clickWhenUncovered(element: string): Promise<void> {
  const deadline = Date.now() + CLICK_TIMEOUT_MS
  for (;;) {
    try {
      await send('POST', `${element}/click`, {})
      return
    } catch (error) {
      if (!String(error).includes('click intercepted') || Date.now() > deadline) throw error
      await wait(CLICK_INTERVAL_MS)
    }
  }
}

/** Sends a command of WebDriver. @returns its value */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  // The driver would wait forever for a browser that has ended.
  const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS)
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`)
  return value
}
