import type { DemoSignIn } from './demo-partner.ts'

/** What a start in development mode prints. */
export interface Welcome {
  /** The sign-in data of the demo users, if this start created them. */
  created: readonly DemoSignIn[] | undefined
  /** The file with the sign-in data of the demo users, if it exists. */
  demoFile: string | undefined
  baseUrl: string
  portalUrl: string
  consoleUrl: string
}

/** As in the README: pnpm need not be installed. */
const SIGN_IN_COMMAND = 'npx --yes pnpm@12.21.0 ops console'

/** Returns the addresses to open. At the first start, the sign-in data of the demo users and a `curl` line precede them. */
export const welcomeText = ({ created, demoFile, baseUrl, portalUrl, consoleUrl }: Welcome): string => `
${created === undefined ? '' : demoText(created, baseUrl)}Partner portal:    ${portalUrl}
API reference:     ${baseUrl}/docs
${demoFile === undefined ? '' : `Demo sign-in data: ${demoFile}\n`}Console:           ${consoleUrl}
Console sign-in:   run \`${SIGN_IN_COMMAND}\` in another terminal

`

const NOTES = ['may read and create', 'may read', 'not activated yet']

const demoText = (signIns: readonly DemoSignIn[], baseUrl: string) => `\
A demo partner was created. Its portal users sign in with

${signIns.map(({ email, password }, index) => `  ${email.padEnd(26)} ${password}   (${NOTES[index]})`).join('\n')}

To get a token, run

  curl -s ${baseUrl}/tokens -d '${JSON.stringify(signIns[0])}'

`
