import { DEFAULT_DATA_DIRECTORY, DEFAULT_PORT } from '../settings/settings.ts'
import type { DemoSignIn } from './demo-partner.ts'

export interface Welcome {
  created: readonly DemoSignIn[] | undefined
  demoFile: string | undefined
  baseUrl: string
  portalUrl: string
  consoleUrl: string
  port: number
  dataDirectory: string
}

/** As in the README: pnpm need not be installed. */
const signInCommand = ({ port, dataDirectory }: Pick<Welcome, 'port' | 'dataDirectory'>) =>
  [
    ...(port === DEFAULT_PORT ? [] : [`PORT=${port}`]),
    ...(dataDirectory === DEFAULT_DATA_DIRECTORY ? [] : [`DATA_DIR=${quoted(dataDirectory)}`]),
    'npx --yes pnpm@12.21.0 ops console',
  ].join(' ')

const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** On the first start, begins with the demo users and a `curl` line. */
export const welcomeText = ({ created, demoFile, baseUrl, ...started }: Welcome): string => `
${created === undefined ? '' : demoText(created, baseUrl)}Partner portal:    ${started.portalUrl}
API reference:     ${baseUrl}/docs
${demoFile === undefined ? '' : `Demo sign-in data: ${demoFile}\n`}Console:           ${started.consoleUrl}
Console sign-in:   run \`${signInCommand(started)}\` in another terminal

`

const NOTES = ['may read and create', 'may read', 'not activated yet', 'test mode: sends no mails']

const demoText = (signIns: readonly DemoSignIn[], baseUrl: string) => `\
A demo partner was created. Its portal users sign in with

${signIns.map(({ email, password }, index) => `  ${email.padEnd(26)} ${password}   (${NOTES[index]})`).join('\n')}

To get a token, run

  curl -s ${baseUrl}/tokens -d '${JSON.stringify(signIns[0])}'

`
