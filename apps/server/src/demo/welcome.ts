import { REST_BASE_PATH } from '@partner-accounts/api'
import { CONSOLE_PATH } from '../oidc/console-paths.ts'
import { DEFAULT_DATA_DIRECTORY, DEFAULT_PORT, type Settings } from '../settings/settings.ts'
import { PORTAL_PATH } from '../static/pages-plugin.ts'
import type { DemoSignIn } from './demo-partner.ts'

export interface DemoSignIns {
  /** The users that this start has created. */
  created: readonly DemoSignIn[] | undefined
  demoFile: string | undefined
}

type Location = Pick<Settings, 'publicUrl' | 'port' | 'dataDirectory'>

/** Returns the command of the README, which works without an installed pnpm. */
const signInCommand = ({ port, dataDirectory }: Location) =>
  [
    ...(port === DEFAULT_PORT ? [] : [`PORT=${port}`]),
    ...(dataDirectory === DEFAULT_DATA_DIRECTORY ? [] : [`DATA_DIR=${quoteForShell(dataDirectory)}`]),
    'npx --yes pnpm@12.21.0 ops console',
  ].join(' ')

/** Puts a text into single quotes, unless it consists of characters that have no meaning in a shell. */
const quoteForShell = (text: string) =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the startup message. If this start created the demo users, the message begins with them and a `curl` command. */
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

const NOTES: Record<string, string> = {
  'demo@partner.example': 'may read and create',
  'viewer@partner.example': 'may read',
  'pending@partner.example': 'not activated yet',
  'test@partner.example': 'test mode: sends no mails',
}
const EMAIL_COLUMN_WIDTH = 26

const demoText = (signIns: readonly DemoSignIn[], baseUrl: string) => `\
A demo partner was created. Its portal users sign in with

${signIns.map(({ email, password }) => `  ${email.padEnd(EMAIL_COLUMN_WIDTH)} ${password}   (${NOTES[email]})`).join('\n')}

To get a token, run

  curl -s ${baseUrl}/tokens -d '${JSON.stringify(signIns[0])}'

`
