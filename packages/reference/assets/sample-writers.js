import { credentialsJson } from './sample-call.js'

/** @typedef {import('./sample-call.d.ts').SampleCall} SampleCall */
/** @typedef {import('./sample-call.d.ts').HeaderValue} HeaderValue */

/** @type {typeof import('./sample-writers.d.ts').SAMPLE_WRITERS} */
export const SAMPLE_WRITERS = { curl, fetch, javascript, python, php, java, csharp, go, ruby, powershell }

/** Writes commands for a POSIX shell, which require only curl 7.76. @param {SampleCall} call */
function curl({ operation, method, url, headers, body, settings }) {
  const header = (/** @type {string} */ name, /** @type {HeaderValue} */ value) =>
    // The shell replaces variables in double quotes.
    typeof value === 'string' ? shellWord(`${name}: ${value}`) : `"${name}: ${value.prefix}$${value.variable}"`
  const isSignIn = operation === 'createToken'
  const data = body && ('file' in body ? `@${body.file}` : shellWord(body.json))
  const command = [
    `curl -sS ${isSignIn ? '' : '--fail-with-body '}${shellWord(url)}`,
    ...(isImplied(method, body) ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${header(name, value)}`),
    ...(data === undefined ? [] : [`-d ${data}`]),
  ].join(' \\\n  ')
  if (operation === 'createPartnerAccount') {
    return `response=$(${command})
echo "$response"
ACCOUNT_SECRET=$(${jsonText('secret')}) && export ACCOUNT_SECRET`
  }
  if (!isSignIn) return command
  // Uses a file, because the shell's history would store a password in a command, and a prompt would swallow pasted lines.
  return `(umask 077; cat > credentials.json) <<'JSON'
${credentialsJson(settings)}
JSON

response=$(${command})
PARTNER_TOKEN=$(${jsonText('token')}) && export PARTNER_TOKEN ||
  { echo "$response" >&2; false; }`
}

/** Returns the command that prints a text of the response. @param {string} name */
const jsonText = (name) => String.raw`expr "$response" : '.*"${name}":"\([^"]*\)"'`

/** curl takes POST for a request with a body, otherwise GET. @param {string} method @param {SampleCall['body']} body */
const isImplied = (method, body) => method === (body ? 'POST' : 'GET')

/** Quotes a word. A `'` is escaped outside of the quotes. @param {string} text */
const shellWord = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** @param {Exclude<HeaderValue, string>} value */
function fromEnvironment({ prefix, variable }) {
  return prefix ? `\`${prefix}\${process.env.${variable}}\`` : `process.env.${variable}`
}

/** @param {SampleCall} call */
function fetch({ method, url, headers, body, note }) {
  const fields = headers.map(([name, value]) => {
    const key = name.includes('-') ? `'${name}'` : name
    const text = typeof value === 'string' ? literal(value) : fromEnvironment(value)
    return `    ${key}: ${text},\n`
  })
  const content =
    body && ('file' in body ? `readFileSync('${body.file}')` : `JSON.stringify(${indent(literalOf(body.json), 2)})`)
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(fields.length > 0 ? [`headers: {\n${fields.join('')}  },`] : []),
    ...(content === undefined ? [] : [`body: ${content},`]),
  ]
  const imports = body && 'file' in body ? `import { readFileSync } from 'node:fs'\n\n` : ''
  return `// node sample.mjs
${comment('//', note)}${imports}const response = await fetch('${url}', {
${options.map((option) => `  ${option}\n`).join('')}})
if (!response.ok) throw new Error(await response.text())
console.log(await response.json())`
}

/** Writes a module for Node, in JavaScript that is also strict TypeScript. @param {SampleCall} call */
function javascript({ operation, body, settings: { baseUrl, sdkName, values } }) {
  const text = (/** @type {string} */ name) => literal(values[name] ?? '')
  const calls = {
    createToken: () => `const { items, meta } = await client.accounts.list()
console.log(meta.total, items)`,
    createPartnerAccount: () => `const { _id, api_token, secret } = await client.accounts.create(
  ${indent(body && 'json' in body ? literalOf(body.json) : '', 2)},
  { idempotencyKey: ${text('Idempotency-Key')} },
)
console.log(_id, api_token, secret)`,
    listPartnerAccounts:
      () => `for await (const account of client.accounts.list({ max_results: ${Number(values.max_results) || 25} })) {
  console.log(account._id, account.name)
}`,
    listEvents: () => `for await (const event of client.events.list(${eventParams(values)})) {
  console.log(event.id, event.type, event.data)
}`,
    getPartnerAccount: () => `const account = await client.accounts.get(${text('account_id')}, {
  secret: process.env.ACCOUNT_SECRET ?? '',
})
console.log(account.name, account.api_token)`,
  }
  return `// npm install ${sdkName}
import { PartnerAccounts } from '@partner-accounts/sdk'

const client = new PartnerAccounts({
  baseUrl: ${literal(baseUrl)},
  email: ${text('email')},
  password: process.env.PARTNER_PASSWORD ?? '',
${values['X-Mode'] ? `  mode: ${text('X-Mode')},\n` : ''}})

${calls[operation]()}`
}

/** @param {Readonly<Record<string, string>>} values */
function eventParams({ after, types, account_id }) {
  const params = [
    ...(after ? [`after: ${literal(after)}`] : []),
    ...(types ? [`types: [${types.split(',').map(literal).join(', ')}]`] : []),
    ...(account_id ? [`account_id: ${literal(account_id)}`] : []),
  ]
  return params.length > 0 ? `{ ${params.join(', ')} }` : ''
}

/** Matches a text in JSON, and the colon behind a name. */
const JSON_TEXT = /("(?:[^"\\]|\\.)*")(:?)/g
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Returns a JavaScript literal without quotes around names. @param {unknown} value */
const literal = (value) =>
  JSON.stringify(value, null, 2).replaceAll(
    JSON_TEXT,
    (_match, /** @type {string} */ quoted, /** @type {string} */ colon) => {
      const text = quoted.slice(1, -1)
      if (colon !== '' && IDENTIFIER.test(text)) return text + colon
      // With single quotes, apostrophes would need escapes. JSON's escapes mean the same in JavaScript.
      return (text.includes("'") ? quoted : `'${text.replaceAll('\\"', '"')}'`) + colon
    },
  )

/** @param {string} json */
function literalOf(json) {
  try {
    return literal(JSON.parse(json))
  } catch {
    return json
  }
}

/** @param {SampleCall} call */
function python({ method, url, headers, body, note }) {
  const valueOf = (/** @type {HeaderValue} */ value) => {
    if (typeof value === 'string') return JSON.stringify(value)
    const read = `os.environ["${value.variable}"]`
    return value.prefix ? `"${value.prefix}" + ${read}` : read
  }
  const readsEnvironment = headers.some(([, value]) => typeof value !== 'string')
  const parameters = [
    JSON.stringify(url),
    ...(headers.length > 0
      ? [`headers={\n${headers.map(([name, value]) => `        "${name}": ${valueOf(value)},\n`).join('')}    }`]
      : []),
    ...(body
      ? ['file' in body ? `data=open("${body.file}", "rb")` : `json=${indent(pythonLiteral(body.json), 4)}`]
      : []),
    'timeout=30',
  ]
  return `# pip install requests
${comment('#', note)}${readsEnvironment ? 'import os\n\n' : ''}import requests

response = requests.${method.toLowerCase()}(
${parameters.map((parameter) => `    ${parameter},\n`).join('')})
if not response.ok:
    raise SystemExit(response.text)
print(response.json())`
}

/** @type {Record<string, string>} */
const PYTHON_WORDS = { true: 'True', false: 'False', null: 'None' }

/** @param {string} json */
const pythonLiteral = (json) =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON_WORDS[token] ?? token)

/** Writes a program for PHP with the extension `curl`. @param {SampleCall} call */
function php({ method, url, headers, body, note }) {
  const header = (/** @type {string} */ name, /** @type {HeaderValue} */ value) =>
    typeof value === 'string'
      ? singleQuoted(`${name}: ${value}`)
      : `'${name}: ${value.prefix}' . getenv('${value.variable}')`
  const options = [
    'CURLOPT_RETURNTRANSFER => true,',
    'CURLOPT_TIMEOUT => 30,',
    ...(isImplied(method, body) ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length > 0
      ? [
          `CURLOPT_HTTPHEADER => [\n${headers.map(([name, value]) => `        ${header(name, value)},\n`).join('')}    ],`,
        ]
      : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${'file' in body ? `file_get_contents('${body.file}')` : '$body'},`] : []),
  ]
  const json = body && 'json' in body ? `$body = <<<'JSON'\n${body.json}\nJSON;\n\n` : ''
  return `<?php
${comment('//', note)}${json}$request = curl_init('${url}');
curl_setopt_array($request, [
${options.map((option) => `    ${option}\n`).join('')}]);
$response = curl_exec($request);
if (curl_getinfo($request, CURLINFO_HTTP_CODE) !== 200) {
    throw new RuntimeException($response ?: curl_error($request));
}
print_r(json_decode($response, true));`
}

/** Returns a literal of PHP or Ruby. @param {string} text */
const singleQuoted = (text) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

/** Writes a program for Java 17 or later. Java reads sources in the encoding of the locale, so the text is ASCII. @param {SampleCall} call */
function java({ method, url, headers, body, note }) {
  const publisher = body && ('file' in body ? `ofFile(Path.of("${body.file}"))` : `ofString(${textBlock(body.json)})`)
  const steps = [
    `HttpRequest.newBuilder(URI.create("${url}"))`,
    ...headers.map(([name, value]) => `.header("${name}", ${concatenated(value, 'System.getenv')})`),
    javaMethod(method, publisher),
    '.build();',
  ]
  return `// java Sample.java
${comment('//', note)}import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
${publisher?.startsWith('ofFile') ? 'import java.nio.file.Path;\n' : ''}
public class Sample {
    public static void main(String[] arguments) throws Exception {
        var request = ${steps.join('\n            ')}
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new RuntimeException(response.body());
        System.out.println(response.body());
    }
}`.replaceAll(/[^\0-\x7f]/g, escaped)
}

/** Returns the call that sets the method. The builder has no `.PATCH`. @param {string} method @param {string | undefined} publisher */
function javaMethod(method, publisher) {
  if (method === 'PATCH') return `.method("PATCH", HttpRequest.BodyPublishers.${publisher ?? 'noBody()'})`
  return publisher === undefined ? `.${method}()` : `.${method}(HttpRequest.BodyPublishers.${publisher})`
}

/** @param {string} character */
const escaped = (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** @param {string} text */
const textBlock = (text) => `${indent(`"""\n${text.replaceAll('\\', '\\\\')}`, 16)}"""`

/** @param {HeaderValue} value @param {string} reader the function that reads an environment variable */
const concatenated = (value, reader) => {
  if (typeof value === 'string') return JSON.stringify(value)
  const read = `${reader}("${value.variable}")`
  return value.prefix ? `"${value.prefix}" + ${read}` : read
}

/** @param {SampleCall} call */
function csharp({ method, url, headers, body, note }) {
  const content = body && ('file' in body ? `File.ReadAllText("${body.file}")` : indent(`"""\n${body.json}\n"""`, 4))
  return `// .NET 7 or later
${comment('//', note)}using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.${capitalized(method)}, "${url}");
${headers.map(([name, value]) => `request.Headers.Add("${name}", ${concatenated(value, 'Environment.GetEnvironmentVariable')});\n`).join('')}${
    content === undefined ? '' : `request.Content = new StringContent(${content});\n`
  }using var response = await client.SendAsync(request);
var text = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode) throw new HttpRequestException(text);
Console.WriteLine(text);`
}

/** @param {SampleCall} call */
function go({ method, url, headers, body, note }) {
  const reader = goReader(body)
  const check = 'if err != nil {\n\t\tlog.Fatal(err)\n\t}'
  const packages = ['fmt', 'io', 'log', 'net/http', 'os', ...(reader.startsWith('strings') ? ['strings'] : [])]
  return `// go run sample.go
${comment('//', note)}package main

import (
${packages.map((name) => `\t"${name}"\n`).join('')})

func main() {
${body && 'file' in body ? `\tbody, err := os.Open("${body.file}")\n\t${check}\n` : ''}\trequest, err := http.NewRequest("${method}", "${url}", ${reader})
	${check}
${headers.map(([name, value]) => `\trequest.Header.Set("${name}", ${concatenated(value, 'os.Getenv')})\n`).join('')}	response, err := http.DefaultClient.Do(request)
	${check}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	${check}
	if response.StatusCode != http.StatusOK {
		log.Fatal(string(text))
	}
	fmt.Println(string(text))
}`
}

/** @param {SampleCall['body']} body */
function goReader(body) {
  if (body === undefined) return 'nil'
  return 'file' in body ? 'body' : `strings.NewReader(${goText(body.json)})`
}

/** @param {string} text */
const goText = (text) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``)

/** @param {SampleCall} call */
function ruby({ method, url, headers, body, note }) {
  const valueOf = (/** @type {HeaderValue} */ value) => {
    if (typeof value === 'string') return singleQuoted(value)
    const read = `ENV.fetch('${value.variable}')`
    return value.prefix ? `"${value.prefix}#{${read}}"` : read
  }
  const content = body && ('file' in body ? `File.read('${body.file}')` : `<<~'JSON'\n  ${indent(body.json, 2)}\nJSON`)
  return `# ruby sample.rb
${comment('#', note)}require 'json'
require 'net/http'

uri = URI('${url}')
request = Net::HTTP::${capitalized(method)}.new(uri)
${headers.map(([name, value]) => `request['${name}'] = ${valueOf(value)}\n`).join('')}${content === undefined ? '' : `request.body = ${content}\n`}response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
abort response.body unless response.is_a?(Net::HTTPOK)
puts JSON.pretty_generate(JSON.parse(response.body))`
}

/** @param {SampleCall} call */
function powershell({ method, url, headers, body, note }) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`
  const valueOf = (/** @type {HeaderValue} */ value) =>
    typeof value === 'string' ? quoted(value) : `"${value.prefix}$env:${value.variable}"`
  const lines = [
    `Method = '${capitalized(method)}'`,
    `Uri = '${url}'`,
    ...(headers.length > 0
      ? [`Headers = @{\n${headers.map(([name, value]) => `    '${name}' = ${valueOf(value)}\n`).join('')}  }`]
      : []),
    ...(body
      ? [
          `ContentType = 'application/json; charset=utf-8'`,
          'file' in body ? `Body = Get-Content -Raw '${body.file}'` : `Body = @'\n${body.json}\n'@`,
        ]
      : []),
  ]
  return `# PowerShell 7
${comment('#', note)}$request = @{
${lines.map((line) => `  ${line}\n`).join('')}}
Invoke-RestMethod @request | ConvertTo-Json -Depth 5`
}

/** Returns `Get` for `GET`. @param {string} method */
const capitalized = (method) => method.charAt(0) + method.slice(1).toLowerCase()

/** @param {string} mark @param {string} note */
const comment = (mark, note) => (note ? `${mark} ${note}\n` : '')

/** Indents all lines but the first. @param {string} text @param {number} width */
const indent = (text, width) => text.replaceAll('\n', `\n${' '.repeat(width)}`)

/** Matches comments and quoted texts in every language of the samples. Comments fill whole lines. */
const TOKENS = /(^\s*(?:#|\/\/).*$)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gm

/** @type {typeof import('./sample-writers.d.ts').highlight} */
export function highlight(code) {
  let result = ''
  let end = 0
  for (const match of code.matchAll(TOKENS)) {
    const [text, comment] = match
    const kind = comment === undefined ? 'hljs-string' : 'hljs-comment'
    result += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(text)}</span>`
    end = match.index + text.length
  }
  return result + escapeHtml(code.slice(end))
}

/** @param {string} text */
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
