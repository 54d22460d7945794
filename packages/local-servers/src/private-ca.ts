import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface PrivateCa {
  ca: string
  caKey: string
  certificate: string
  key: string
  /** Makes a user the owner of the files. */
  giveTo(user: string): void
  remove(): void
}

/**
 * Creates a certificate authority, and a server certificate for `localhost`. Requires `openssl`.
 *
 * @param days until the server's certificate expires; may be negative
 */
export function createPrivateCa({ days = 2 } = {}): PrivateCa {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-ca-'))
  const file = (name: string) => path.join(folder, name)
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Private CA')
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', `${days}`, '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signing)
  return {
    ca: file('ca.pem'),
    caKey: file('ca.key'),
    certificate: file('server.pem'),
    key: file('server.key'),
    giveTo: (user) => void execFileSync('chown', ['-R', `${user}:`, folder]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
