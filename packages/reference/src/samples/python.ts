import type { SampleCall, SampleValue } from './sample-call.ts'

/** Returns a program for Python 3 with the package `requests`. */
export function pythonSample({ method, url, headers, body, notes }: SampleCall): string {
  const needsEnvironment = headers.some(([, value]) => typeof value !== 'string')
  const parameters = [
    JSON.stringify(url),
    ...(headers.length > 0
      ? [`headers={\n${headers.map(([name, value]) => `        "${name}": ${valueOf(value)},\n`).join('')}    }`]
      : []),
    ...(body
      ? ['file' in body ? `data=open("${body.file}", "rb")` : `json=${body.json.replaceAll('\n', '\n    ')}`]
      : []),
    'timeout=30',
  ]
  return `# pip install requests
${notes.map((note) => `# ${note}\n`).join('')}${needsEnvironment ? 'import os\n\n' : ''}import requests

response = requests.${method.toLowerCase()}(
${parameters.map((parameter) => `    ${parameter},\n`).join('')})
response.raise_for_status()
print(response.json())`
}

const valueOf = (value: SampleValue) => {
  if (typeof value === 'string') return JSON.stringify(value)
  const variable = `os.environ["${value.variable}"]`
  return value.prefix === undefined ? variable : `"${value.prefix}" + ${variable}`
}
