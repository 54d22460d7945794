import type { DemoSignIn } from './demo-partner.ts'

/** Returns the text that a first start prints: the sign-in data of the demo users and a `curl` line to paste. */
export function welcomeText(signIns: readonly DemoSignIn[], baseUrl: string, portalUrl: string): string {
  const [first] = signIns
  const notes = ['may read and create', 'may read', 'not activated yet']
  return `
A demo partner was created. Its portal users sign in with

${signIns.map(({ email, password }, index) => `  ${email.padEnd(26)} ${password}   (${notes[index]})`).join('\n')}

They are stored in demo.json in the data directory. To get a token, run

  curl -s ${baseUrl}/tokens -d '${JSON.stringify(first)}'

Partner portal: ${portalUrl}
API reference: ${baseUrl}/docs

`
}
