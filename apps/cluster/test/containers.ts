import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StartedService } from '@partner-accounts/local-servers'

/** The configuration of an image, as far as these tests use it. */
export interface ImageConfiguration {
  Env: string[]
  User: string
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

/** A running container. Its process is that of `runc`, which passes signals on to the container. */
export interface Container extends StartedService {
  /** Runs a command in the container, with the container's user and environment, and `extra` variables. */
  execute(command: readonly string[], extra?: Record<string, string>): { status: number | null; stdout: string }
}

/** As compose.yaml sets it. */
const MEMORY_LIMIT = 512 * 1024 * 1024
const COMMAND_TIMEOUT_MS = 600_000
/** Where Debian has the CAs that programs trust. */
const CA_FILE = '/etc/ssl/certs/ca-certificates.crt'

/** Returns why this machine cannot build and run containers, or `undefined` if it can. */
export function containersUnavailable(): string | undefined {
  const programs = ['buildah', 'runc', 'debootstrap']
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  if (missing.length > 0) return `no ${missing.join(', no ')}`
  if (process.getuid?.() !== 0) return 'not root'
  const namespaces = spawnSync('unshare', ['--mount', '--pid', '--uts', '--ipc', '--fork', 'true'])
  return namespaces.status === 0 ? undefined : 'the system permits no namespaces'
}

/** Builds images and runs containers in a temporary folder. Uses no daemon and no registry of images. */
export class Containers {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-containers-'))
  #containers = 0

  /**
   * Creates the image that official images of Node have by that name, such as `node:24.21.0-bookworm-slim`: Debian from
   * the mirror that apt uses, and Node from npm.
   */
  createNodeImage(name: string): void {
    const [, version = '', suite = ''] = /^node:([\d.]+)-(\w+)-slim$/.exec(name) ?? []
    const root = this.#path('base')
    run('debootstrap', ['--variant=minbase', suite, root, debianMirror()])
    const node = this.#path('node')
    run('npm', ['install', '--silent', '--prefix', node, `node@${version}`])
    const local = path.join(root, 'usr/local')
    cpSync(path.join(node, 'node_modules/node/bin/node'), path.join(local, 'bin/node'))
    const npm = path.join(run('npm', ['root', '--global']), 'npm')
    cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true })
    for (const command of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, path.join(local, 'bin', command))
    }
    trustRegistry(root)
    run('chroot', [root, 'useradd', '--create-home', 'node'])
    const container = this.#buildah('from', 'scratch')
    this.#buildah('copy', '--quiet', container, root, '/')
    this.#buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container)
    this.#buildah('commit', '--quiet', '--rm', container, name)
    rmSync(root, { recursive: true })
  }

  /** Builds the image of a folder's Dockerfile. Its base image must be here. */
  build(context: string, name: string): ImageConfiguration {
    // Docker's format: that of OCI has no HEALTHCHECK.
    const options = ['--format', 'docker', '--pull-never', '--isolation', 'chroot', '--network', 'host']
    this.#buildah('build', ...options, '--tag', name, context)
    const { Docker } = JSON.parse(this.#buildah('inspect', '--type', 'image', name)) as {
      Docker: { config: ImageConfiguration }
    }
    return Docker.config
  }

  /**
   * Runs a container on the machine's network. Like those of compose.yaml, it has a read-only file system, no capabilities
   * and a limit of memory.
   *
   * @returns the container, and the folder of its files
   */
  start(
    image: string,
    configuration: ImageConfiguration,
    environment: Record<string, string>,
  ): { container: Container; root: string } {
    const root = this.#buildah('mount', this.#buildah('from', '--pull-never', image))
    const id = `partner-accounts-${process.pid}-${++this.#containers}`
    const bundle = this.#path(id)
    mkdirSync(bundle)
    run('runc', ['spec', '--bundle', bundle])
    const file = path.join(bundle, 'config.json')
    const specification = JSON.parse(readFileSync(file, 'utf8')) as RuntimeSpecification
    writeFileSync(file, JSON.stringify(hardened(specification, { root, configuration, environment })))
    const runc = ['--root', this.#path('runc')]
    const child = spawn('runc', [...runc, 'run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const execute = (command: readonly string[], extra: Record<string, string> = {}) => {
      const variables = Object.entries(extra).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      return spawnSync('runc', [...runc, 'exec', ...variables, id, ...command], { encoding: 'utf8' })
    }
    return { container: { process: child, ended, output: () => output, execute }, root }
  }

  /** Deletes all images and the files of all containers, which must have ended. */
  remove(): void {
    this.#buildah('rm', '--all')
    // buildah has unmounted the storage of the containers, but not the folder that contains the mounts.
    spawnSync('umount', [this.#path('storage/overlay')])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #buildah = (...parameters: string[]): string =>
    run('buildah', ['--root', this.#path('storage'), '--runroot', this.#path('run'), ...parameters])

  #path = (name: string): string => path.join(this.#folder, name)
}

/** Runs a command and returns its output. An error contains what the command wrote. */
function run(command: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: COMMAND_TIMEOUT_MS,
  })
  if (status === 0) return stdout.trim()
  throw new Error(`${command} ${parameters.join(' ')} ended with ${status}:\n${`${stdout}\n${stderr}`.slice(-4_000)}`)
}

const debianMirror = (): string =>
  execFileSync('apt-get', ['indextargets', '--format', '$(LABEL) $(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
  })
    .split('\n')
    .find((line) => line.startsWith('Debian '))
    ?.split(' ')[1] ?? 'http://deb.debian.org/debian'

/** Makes npm in the image use the machine's registry. A private registry may have a private CA. */
function trustRegistry(root: string): void {
  const setting = (name: string) => run('npm', ['config', 'get', name])
  const ca = setting('cafile')
  const lines = [`registry=${setting('registry')}`]
  if (ca !== 'null') {
    mkdirSync(path.join(root, path.dirname(CA_FILE)), { recursive: true })
    cpSync(ca, path.join(root, CA_FILE))
    lines.push(`cafile=${CA_FILE}`)
  }
  mkdirSync(path.join(root, 'usr/local/etc'), { recursive: true })
  writeFileSync(path.join(root, 'usr/local/etc/npmrc'), `${lines.join('\n')}\n`)
}

/** The part of OCI's runtime specification that is replaced here. */
interface RuntimeSpecification {
  process: object
  root: object
  linux: { namespaces: { type: string }[]; resources: object }
}

function hardened(
  specification: RuntimeSpecification,
  {
    root,
    configuration: { Cmd, Env, User, WorkingDir },
    environment,
  }: { root: string; configuration: ImageConfiguration; environment: Record<string, string> },
): RuntimeSpecification {
  const users = readFileSync(path.join(root, 'etc/passwd'), 'utf8').split('\n')
  const [, , uid, gid] = users.find((line) => line.startsWith(`${User}:`))?.split(':') ?? []
  const { linux } = specification
  return {
    ...specification,
    process: {
      user: { uid: Number(uid), gid: Number(gid) },
      args: Cmd,
      cwd: WorkingDir,
      env: [...Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    linux: {
      ...linux,
      namespaces: linux.namespaces.filter(({ type }) => type !== 'network'),
      resources: { ...linux.resources, memory: { limit: MEMORY_LIMIT } },
    },
  }
}
