import { credentialsJson, type SampleCall, type SampleSettings, type SampleValue } from './sample-call.ts'

/** Returns commands for a POSIX shell. They need curl and nothing else. */
export function curlSample(call: SampleCall, settings: SampleSettings): string {
  const command = [`curl -s ${quoted(call.url)}`, ...call.headers.map(header), ...bodyOf(call)].join(' \\\n  ')
  return call.operation === 'createToken' ? signIn(command, settings) : command
}

const header = ([name, value]: readonly [string, SampleValue]) => {
  // Double quotes, in which the shell replaces variables.
  if (typeof value !== 'string') return `-H "${name}: ${value.prefix ?? ''}$${value.variable}"`
  return `-H ${quoted(`${name}: ${value}`)}`
}

const bodyOf = ({ body }: SampleCall) => {
  if (!body) return []
  return ['file' in body ? `-d @${body.file}` : `-d ${quoted(body.json)}`]
}

/** A file, because a password in a command is stored in the shell's history, and a prompt would swallow pasted lines. */
const signIn = (command: string, settings: SampleSettings) => `(umask 077; cat > credentials.json) <<'JSON'
${credentialsJson(settings)}
JSON

export PARTNER_TOKEN=$(${command} |
  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`

/** Quotes a shell word. A `'` cannot be part of one, so it is written outside. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
