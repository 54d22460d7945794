import { REST_BASE_PATH } from '@partner-accounts/api'
import { CONSOLE_PATH } from '../oidc/console-paths.ts'
import { DEFAULT_DATA_DIRECTORY, DEFAULT_PORT, type Settings } from '../settings/settings.ts'
import { PORTAL_PATH } from '../static/pages-plugin.ts'
import type { DemoSignIn } from './demo-partner.ts'

export interface DemoSignIns {
  /** On the first start. */
  created: readonly DemoSignIn[] | undefined
  demoFile: string | undefined
}

type Location = Pick<Settings, 'publicUrl' | 'port' | 'dataDirectory'>

/** As in the README: pnpm need not be installed. */
const signInCommand = ({ port, dataDirectory }: Location) =>
  [
    ...(port === DEFAULT_PORT ? [] : [`PORT=${port}`]),
    ...(dataDirectory === DEFAULT_DATA_DIRECTORY ? [] : [`DATA_DIR=${quoted(dataDirectory)}`]),
    'npx --yes pnpm@12.21.0 ops console',
  ].join(' ')

const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** On the first start, begins with the demo users and a `curl` line. */
export function welcomeText({ created, demoFile }: DemoSignIns, settings: Location): string {
  const { publicUrl } = settings
  const baseUrl = `${publicUrl}${REST_BASE_PATH}`
  return `
${created === undefined ? '' : demoText(created, baseUrl)}Partner portal:    ${publicUrl}${PORTAL_PATH}
API reference:     ${baseUrl}/docs
${demoFile === undefined ? '' : `Demo sign-in data: ${demoFile}\n`}Console:           ${publicUrl}${CONSOLE_PATH}
Console sign-in:   run \`${signInCommand(settings)}\` in another terminal

`
}

const NOTES = ['may read and create', 'may read', 'not activated yet', 'test mode: sends no mails']

const demoText = (signIns: readonly DemoSignIn[], baseUrl: string) => `\
A demo partner was created. Its portal users sign in with

${signIns.map(({ email, password }, index) => `  ${email.padEnd(26)} ${password}   (${NOTES[index]})`).join('\n')}

To get a token, run

  curl -s ${baseUrl}/tokens -d '${JSON.stringify(signIns[0])}'

`
