import type { DemoSignIn } from './demo-partner.ts'

/** What a first start says: who can sign in, and a line to paste. */
export function welcome(signIns: readonly DemoSignIn[], baseUrl: string, portalUrl: string): string {
  const [first] = signIns
  const notes = ['may read and create', 'may read', 'not activated yet']
  return `
A demo partner was created. Its portal users sign in with

${signIns.map(({ email, password }, index) => `  ${email.padEnd(26)} ${password}   (${notes[index]})`).join('\n')}

These are kept in demo.json of the data directory. To get a token, paste

  curl -s ${baseUrl}/tokens -d '${JSON.stringify(first)}'

Partner portal: ${portalUrl}
API reference: ${baseUrl}/docs

`
}
