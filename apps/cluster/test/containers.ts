import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WORKSPACE } from './image-recipe.ts'

/** The configuration of an image, as far as these tests use it. */
export interface ImageConfiguration {
  Config: { WorkingDir: string }
  Healthcheck: { Test: string[] }
}

const PROJECT = 'partner-accounts-test'
const nameOf = (service: string) => `${PROJECT}_${service}_1`
const COMMAND_TIMEOUT_MS = 600_000
const POLL_INTERVAL_MS = 500
/** Twice the pause after which a failed backup is repeated. */
const HEALTHY_TIMEOUT_MS = 600_000
/** The namespace in which registries are reachable, set when the test runs in a separate network namespace (`.ci/run`). */
const OUTER_NETWORK = process.env['OUTER_NETWORK']
/** The file of Debian with the CAs that programs trust. */
const CA_FILE = '/etc/ssl/certs/ca-certificates.crt'

/** Configures Podman without systemd, with its own networks and with limits that require no CAP_SYS_RESOURCE. */
const configuration = (folder: string) => `
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
`

/** Starts PostgreSQL as the official image does, as far as compose.yaml uses it. */
const POSTGRES_ENTRYPOINT = `#!/bin/sh
set -eu
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  initdb -D "$PGDATA" -U postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  for script in /docker-entrypoint-initdb.d/*.sql; do psql -v ON_ERROR_STOP=1 -U postgres -d postgres -f "$script"; done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec postgres -c 'listen_addresses=*'
`

/** Returns the Dockerfile of an image that runs the programs of this machine, which the containers mount. */
const serverDockerfile = (base: string) => `FROM ${base}
RUN for user in postgres redis nginx; do useradd "$user"; done
RUN install --directory --owner postgres /var/lib/postgresql/data && mkdir /data
COPY --chmod=755 entrypoint /
ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin PGDATA=/var/lib/postgresql/data
ENTRYPOINT ["/entrypoint"]
`

/** Returns why this machine cannot build and run containers, or `undefined` if it can. */
export function containersUnavailable(): string | undefined {
  const programs = ['podman', 'docker-compose', 'runc', 'debootstrap', '/usr/lib/podman/netavark', 'iptables', 'ip']
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  if (missing.length > 0) return `no ${missing.join(', no ')}`
  if (process.getuid?.() !== 0) return 'not root'
  const namespaces = spawnSync('unshare', ['--mount', '--net', '--pid', '--uts', '--ipc', '--fork', 'true'])
  return namespaces.status === 0 ? undefined : 'the system permits no namespaces'
}

/**
 * Builds images and runs the containers of compose.yaml with Podman, in a temporary folder. Uses no registry of images. In
 * place of the official images of PostgreSQL, Redis and nginx, it runs this machine's programs on the image of Node.
 */
export class Containers {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-podman-'))
  readonly #environment: NodeJS.ProcessEnv
  #service: ChildProcess | undefined
  #overrides: string[] = []

  constructor() {
    writeFileSync(this.#path('containers.conf'), configuration(this.#folder))
    this.#environment = {
      ...process.env,
      CONTAINERS_CONF: this.#path('containers.conf'),
      DOCKER_HOST: `unix://${this.#path('socket')}`,
    }
  }

  /**
   * Creates a substitute for the official image of Node with this name, such as `node:24.21.0-bookworm-slim`: Debian from
   * the mirror that apt uses, and Node from npm. Builds the image `servers` on it.
   */
  createNodeImage(name: string): void {
    const [, version = '', suite = ''] = /^node:([\d.]+)-(\w+)-slim$/.exec(name) ?? []
    const root = this.#path('base')
    runOnline('debootstrap', ['--variant=minbase', suite, root, debianMirror()])
    const node = this.#path('node')
    runOnline('npm', ['install', '--silent', '--prefix', node, `node@${version}`])
    const local = path.join(root, 'usr/local')
    cpSync(path.join(node, 'node_modules/node/bin/node'), path.join(local, 'bin/node'))
    const npm = path.join(run('npm', ['root', '--global']), 'npm')
    cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true })
    for (const command of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, path.join(local, 'bin', command))
    }
    trustRegistry(root)
    run('chroot', [root, 'useradd', '--create-home', 'node'])
    const archive = this.#path('base.tar')
    run('tar', ['--create', '--directory', root, '--file', archive, '.'])
    const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    this.#podman('import', '--quiet', '--change', `ENV ${PATH}`, archive, name)
    rmSync(root, { recursive: true })
    rmSync(archive)
    const servers = this.#path('servers')
    mkdirSync(servers)
    writeFileSync(path.join(servers, 'entrypoint'), POSTGRES_ENTRYPOINT)
    writeFileSync(path.join(servers, 'Dockerfile'), serverDockerfile(name))
    this.build(servers, 'servers')
  }

  /** Builds the image of a folder's Dockerfile. Its base image must be here. */
  build(context: string, name: string, ...variables: string[]): ImageConfiguration {
    // The OCI format has no HEALTHCHECK.
    const options = [
      '--format',
      'docker',
      '--layers=false',
      '--pull=never',
      '--isolation',
      'chroot',
      '--network',
      'host',
    ]
    const buildArguments = variables.flatMap((variable) => ['--build-arg', variable])
    const parameters = [...this.#options, 'build', ...options, ...buildArguments, '--tag', name, context]
    runOnline('podman', parameters, this.#environment)
    const [image] = JSON.parse(this.#podman('image', 'inspect', name)) as [ImageConfiguration]
    return image
  }

  /** Runs `docker compose up` until all containers are healthy. */
  async up(variables: Record<string, string>, ...overrides: string[]): Promise<void> {
    this.#overrides = overrides
    this.#service ??= spawn(
      'podman',
      [...this.#options, 'system', 'service', '--time', '0', this.#environment['DOCKER_HOST']!],
      {
        env: this.#environment,
        stdio: 'ignore',
      },
    )
    while (!existsSync(this.#path('socket'))) await wait(POLL_INTERVAL_MS)
    Object.assign(this.#environment, variables, { COMPOSE_PROJECT_NAME: PROJECT })
    // Podman counts failures during `start_period`, too.
    const healthcheck = { retries: 100 }
    const server = { image: 'localhost/servers', volumes: ['/usr:/usr:ro'], healthcheck }
    const service = { image: 'localhost/partner-accounts', healthcheck }
    const services = {
      proxy: server,
      postgres: server,
      backup: server,
      redis: server,
      'service-1': service,
      'service-2': service,
    }
    writeFileSync(this.#path('images.yaml'), JSON.stringify({ services }))
    const compose = spawn('docker-compose', this.#composeOptions('up', '--detach', '--no-build'), {
      env: this.#environment,
      cwd: WORKSPACE,
    })
    let output = ''
    for (const stream of [compose.stdout, compose.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
      })
    const deadline = Date.now() + HEALTHY_TIMEOUT_MS
    while (compose.exitCode !== 0 || this.#isAnyUnhealthy()) {
      if (compose.exitCode || Date.now() > deadline) {
        const states = this.#podman('ps', '--all', '--format', '{{.Names}} {{.Status}}')
        throw new Error(`not all containers are healthy:\n${states}\n${output}\n${this.#compose('logs').stdout}`)
      }
      // Without systemd, Podman does not run health checks by itself. Running them updates the status of the containers.
      for (const container of this.#podman('ps', '--quiet').split('\n').filter(Boolean)) this.#isHealthy(container)
      await wait(POLL_INTERVAL_MS)
    }
  }

  /** Runs `docker compose down`, which keeps the volumes. */
  down = (): void => void this.#compose('down', '--timeout', '3')

  /** Runs `docker compose restart`. Resolves when the health checks succeed and the proxy reaches the services. */
  async restart(...services: string[]): Promise<void> {
    this.#compose('restart', ...services)
    // Podman gives a restarted container, and so the bridge, another MAC address. Other containers would use the previous
    // address for up to a minute.
    for (const container of this.#podman('ps', '--format', '{{.Pid}}').split('\n'))
      run('nsenter', [`--net=/proc/${container}/ns/net`, 'ip', 'neigh', 'flush', 'all'])
    // Runs the checks itself, because the status from before the restart stays until `retries` checks have failed.
    while (services.some((service) => !this.#isHealthy(nameOf(service)) || !this.#isReached(service)))
      await wait(POLL_INTERVAL_MS)
  }

  /** Sends a signal to the main process of a service. */
  signal = (service: string, name: string): void => void this.#podman('kill', '--signal', name, nameOf(service))

  /** Returns the limits of a service's container: memory in MiB, and the number of CPUs. */
  limitsOf(service: string): { memory: number; cpus: number } {
    const format = '{"memory":{{.HostConfig.Memory}},"cpus":{{.HostConfig.NanoCpus}}}'
    const { memory, cpus } = JSON.parse(this.#podman('inspect', '--format', format, nameOf(service)))
    return { memory: memory / 2 ** 20, cpus: cpus / 1e9 }
  }

  /** Runs a command in the container of a service, with the container's user and environment, and `extra` variables. */
  execute(service: string, command: readonly string[], extra: Record<string, string> = {}) {
    const variables = Object.entries(extra).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const parameters = [...this.#options, 'exec', ...variables, nameOf(service), ...command]
    return spawnSync('podman', parameters, { env: this.#environment, encoding: 'utf8' })
  }

  /** Stops the container of a service with SIGTERM. Returns its exit code. */
  stop(service: string): number {
    this.#podman('stop', nameOf(service))
    return Number(this.#podman('inspect', '--format', '{{.State.ExitCode}}', nameOf(service)))
  }

  /** Mounts an image and returns the folder with its files. */
  mount(image: string): string {
    return this.#podman('image', 'mount', image)
  }

  /** Deletes all containers, networks, volumes and images. */
  remove(): void {
    if (this.#service) this.#compose('down', '--volumes', '--timeout', '1')
    this.#service?.kill()
    spawnSync('podman', [...this.#options, 'image', 'unmount', '--all'], { env: this.#environment })
    spawnSync('umount', [this.#path('storage/overlay')])
    run('rm', ['--recursive', '--force', this.#folder])
  }

  #isHealthy = (container: string): boolean =>
    spawnSync('podman', [...this.#options, 'healthcheck', 'run', container], { env: this.#environment }).status === 0

  #isReached = (service: string): boolean =>
    this.execute('proxy', [
      'wget',
      '-q',
      '-T',
      '1',
      '-t',
      '1',
      '-O',
      '/dev/null',
      `http://${service}:3000/health/ready`,
    ]).status === 0

  #isAnyUnhealthy(): boolean {
    const statuses = this.#podman('ps', '--all', '--format', '{{.Status}}').split('\n')
    return statuses.some((status) => !status.includes('(healthy)'))
  }

  #compose = (...parameters: string[]) => {
    const options = { env: this.#environment, cwd: WORKSPACE, encoding: 'utf8' } as const
    return spawnSync('docker-compose', this.#composeOptions(...parameters), options)
  }

  #composeOptions = (...parameters: string[]) => [
    ...['compose.yaml', ...this.#overrides, this.#path('images.yaml')].flatMap((file) => ['--file', file]),
    '--project-directory',
    WORKSPACE,
    ...parameters,
  ]

  #podman = (...parameters: string[]): string => run('podman', [...this.#options, ...parameters], this.#environment)

  get #options(): string[] {
    return ['--root', this.#path('storage'), '--runroot', this.#path('run')]
  }

  #path = (name: string): string => path.join(this.#folder, name)
}

/** Runs a command and returns its output. An error contains what the command wrote. */
function run(command: string, parameters: readonly string[], env = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: COMMAND_TIMEOUT_MS,
  })
  if (status === 0) return stdout.trim()
  throw new Error(`${command} ${parameters.join(' ')} ended with ${status}:\n${`${stdout}\n${stderr}`.slice(-4_000)}`)
}

/** Runs a command that downloads. */
const runOnline = (command: string, parameters: readonly string[], env = process.env): string =>
  OUTER_NETWORK === undefined
    ? run(command, parameters, env)
    : run('nsenter', [`--net=${OUTER_NETWORK}`, command, ...parameters], env)

/** Returns the mirror of Debian that apt uses. */
function debianMirror(): string {
  const parameters = ['indextargets', '--format', '$(LABEL) $(REPO_URI)', 'Created-By: Packages']
  const lines = execFileSync('apt-get', parameters, { encoding: 'utf8' }).split('\n')
  const [, mirror] = lines.find((line) => line.startsWith('Debian '))?.split(' ') ?? []
  return mirror ?? 'http://deb.debian.org/debian'
}

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
