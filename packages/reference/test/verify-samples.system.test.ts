import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { SampleLanguage } from '../src/samples/index.ts'
import { VERIFY_SAMPLES } from '../src/samples/verify-samples.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// As long as a key of the service, so that its base64 ends with padding.
const KEY = Buffer.alloc(32, 'key')
const BODY = '{"id":"1","message":"Pão de Açúcar"}'
const NOW = Math.floor(Date.now() / 1000)

const sign = (timestamp: number, body = BODY) =>
  `v1,${createHmac('sha256', KEY).update(`event-1.${timestamp}.${body}`).digest('base64')}`

interface Program {
  /** Names the sample's file. */
  file: string
  /** Calls the sample with the variables `id`, `timestamp`, `signature` and `WEBHOOK_SECRET`. */
  call: string
  /** The file for the call, if it cannot be in the file of the sample. */
  callFile?: string
  /** Compiles the files once, for languages that have a compiler. */
  build?: string[]
  command: string[]
  /** Fails if the language is not installed. */
  check: string[]
  /** The text of the sample before which the call is inserted. Default: the call follows the sample. */
  before?: string
}

/** Programs that call the samples, except for the SDK, whose tests cover `verify`, and PowerShell, which CI does not have. */
const PROGRAMS: Partial<Record<SampleLanguage, Program>> = {
  curl: { file: 'sample.sh', call: '', command: ['sh', 'sample.sh'], check: ['openssl', 'version'] },
  python: {
    file: 'sample.py',
    call: `
import os
headers = {"webhook-id": os.environ["id"], "webhook-timestamp": os.environ["timestamp"], "webhook-signature": os.environ["signature"]}
print("valid" if is_valid(open("body.json", "rb").read(), headers, os.environ["WEBHOOK_SECRET"]) else "invalid")`,
    command: ['python3', 'sample.py'],
    check: ['python3', '--version'],
  },
  php: {
    file: 'sample.php',
    call: `
$headers = ['webhook-id' => getenv('id'), 'webhook-timestamp' => getenv('timestamp'), 'webhook-signature' => getenv('signature')];
echo isValid(file_get_contents('body.json'), $headers, getenv('WEBHOOK_SECRET')) ? 'valid' : 'invalid';`,
    command: ['php', 'sample.php'],
    check: ['php', '--version'],
  },
  java: {
    file: 'Sample.java',
    before: 'class Webhooks',
    call: `class Main {
    public static void main(String[] arguments) throws Exception {
        var headers = Map.of("webhook-id", System.getenv("id"), "webhook-timestamp", System.getenv("timestamp"), "webhook-signature", System.getenv("signature"));
        var body = java.nio.file.Files.readAllBytes(java.nio.file.Path.of("body.json"));
        System.out.println(Webhooks.isValid(body, headers, System.getenv("WEBHOOK_SECRET")) ? "valid" : "invalid");
    }
}
`,
    build: ['javac', 'Sample.java'],
    command: ['java', 'Main'],
    check: ['javac', '--version'],
  },
  csharp: {
    file: 'sample.cs',
    call: `
static class Program
{
    static void Main()
    {
        var headers = new Dictionary<string, string>
        {
            ["webhook-id"] = Environment.GetEnvironmentVariable("id"),
            ["webhook-timestamp"] = Environment.GetEnvironmentVariable("timestamp"),
            ["webhook-signature"] = Environment.GetEnvironmentVariable("signature"),
        };
        var body = System.IO.File.ReadAllBytes("body.json");
        var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET");
        Console.WriteLine(Webhooks.IsValid(body, headers, secret) ? "valid" : "invalid");
    }
}`,
    build: ['mcs', 'sample.cs'],
    command: ['mono', 'sample.exe'],
    check: ['mcs', '--version'],
  },
  fetch: {
    file: 'sample.mjs',
    call: `
import { readFileSync } from 'node:fs'
const { id, timestamp, signature, WEBHOOK_SECRET } = process.env
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
console.log(isValid(readFileSync('body.json'), headers, WEBHOOK_SECRET) ? 'valid' : 'invalid')`,
    command: [process.execPath, 'sample.mjs'],
    check: [process.execPath, '--version'],
  },
  go: {
    file: 'sample.go',
    callFile: 'call.go',
    call: `package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	header := http.Header{}
	header.Set("webhook-id", os.Getenv("id"))
	header.Set("webhook-timestamp", os.Getenv("timestamp"))
	header.Set("webhook-signature", os.Getenv("signature"))
	body, _ := os.ReadFile("body.json")
	fmt.Println(map[bool]string{true: "valid", false: "invalid"}[isValid(body, header, os.Getenv("WEBHOOK_SECRET"))])
}
`,
    build: ['go', 'build', '-o', 'sample', 'sample.go', 'call.go'],
    command: ['./sample'],
    check: ['go', 'version'],
  },
  ruby: {
    file: 'sample.rb',
    call: `
headers = { 'webhook-id' => ENV['id'], 'webhook-timestamp' => ENV['timestamp'], 'webhook-signature' => ENV['signature'] }
puts valid?(File.binread('body.json'), headers, ENV['WEBHOOK_SECRET']) ? 'valid' : 'invalid'`,
    command: ['ruby', 'sample.rb'],
    check: ['ruby', '--version'],
  },
}

function run(command: string[], variables: Record<string, string> = {}) {
  const [program = '', ...args] = command
  return spawnSync(program, args, { cwd: folder, env: { ...process.env, ...variables }, encoding: 'utf8' })
}

describe('The samples that verify a signature', () => {
  for (const [language, program] of Object.entries(PROGRAMS)) {
    const isMissing = run(program.check).status !== 0
    it.skipIf(isMissing)(
      `in ${language} accept only valid and recent signatures${isMissing ? ` (skipped: ${language} is not installed)` : ''}`,
      () => {
        const { file, call, callFile, build, command, before } = program
        const sample = VERIFY_SAMPLES[language as SampleLanguage]
        const appended = before === undefined ? `${sample}\n${call}` : sample.replace(before, `${call}${before}`)
        writeFileSync(path.join(folder, file), callFile === undefined ? appended : sample)
        if (callFile !== undefined) writeFileSync(path.join(folder, callFile), call)
        writeFileSync(path.join(folder, 'body.json'), BODY)
        if (build) expect(run(build).stderr).toBe('')
        const outcome = (signature: string, timestamp = NOW) => {
          const secret = `whsec_${KEY.toString('base64')}`
          const variables = { id: 'event-1', timestamp: String(timestamp), signature, WEBHOOK_SECRET: secret }
          const { stdout, stderr } = run(command, variables)
          expect(stderr).toBe('')
          return stdout.trim()
        }
        expect(outcome(sign(NOW))).toBe('valid')
        const otherSignature = 'v1,b3RoZXI='
        expect(outcome(`${otherSignature} ${sign(NOW)}`)).toBe('valid')
        expect(outcome(sign(NOW, `${BODY} `))).toBe('invalid')
        expect(outcome(sign(NOW - 301), NOW - 301)).toBe('invalid')
      },
    )
  }

  it.skipIf(run(['openssl', 'version']).status !== 0)(
    'in the shell accept a request of exactly five minutes ago',
    () => {
      // Replaces the command `date`, because the clock would go on before the sample reads it.
      const programs = path.join(folder, 'programs')
      mkdirSync(programs)
      writeFileSync(path.join(programs, 'date'), `#!/bin/sh\necho ${NOW}`, { mode: 0o755 })
      writeFileSync(path.join(folder, 'sample.sh'), VERIFY_SAMPLES.curl)
      writeFileSync(path.join(folder, 'body.json'), BODY)
      const sentAt = NOW - 300
      const { stdout } = run(['sh', 'sample.sh'], {
        PATH: `${programs}:${process.env['PATH']}`,
        id: 'event-1',
        timestamp: String(sentAt),
        signature: sign(sentAt),
        WEBHOOK_SECRET: `whsec_${KEY.toString('base64')}`,
      })
      expect(stdout).toBe('valid\n')
    },
  )

  it.skipIf(run(['bash', '--version']).status !== 0)('in bash run no command that a timestamp contains', () => {
    writeFileSync(path.join(folder, 'sample.sh'), VERIFY_SAMPLES.curl)
    writeFileSync(path.join(folder, 'body.json'), BODY)
    const { stdout } = run(['bash', 'sample.sh'], {
      id: 'event-1',
      timestamp: 'now[$(touch created-by-timestamp)]',
      signature: sign(NOW),
      WEBHOOK_SECRET: `whsec_${KEY.toString('base64')}`,
    })
    expect(stdout).toBe('invalid\n')
    expect(existsSync(path.join(folder, 'created-by-timestamp'))).toBe(false)
  })
})
