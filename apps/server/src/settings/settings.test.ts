import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parseSettings, type Settings, SETTING_NAMES, SettingsError } from './settings.ts'

const KEY = Buffer.alloc(32, 7).toString('base64url')
const OTHER_KEY = Buffer.alloc(48, 8).toString('base64url')

/** The variables that must be set in production. */
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/accounts',
  TOKEN_SIGNING_KEYS: `k1:${KEY}`,
  DATA_SEALING_KEY: KEY,
  INTERNAL_API_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'no-reply@revenda.example',
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

describe('parseSettings', () => {
  it('PUBLIC_RECORDS turns on both lookups, and each can have another source', () => {
    const brasilApi = {
      cepUrl: 'https://brasilapi.com.br/api/cep/v1',
      cnpjUrl: 'https://brasilapi.com.br/api/cnpj/v1',
    }
    const publicRecords = (others: Record<string, string>) =>
      parseSettings({ PUBLIC_RECORDS: 'brasilapi', ...others }).publicRecords
    expect(publicRecords({})).toEqual(brasilApi)
    const CEP_LOOKUP_URL = 'https://viacep.com.br/ws/{cep}/json/'
    expect(publicRecords({ CEP_LOOKUP_URL })).toEqual({ ...brasilApi, cepUrl: CEP_LOOKUP_URL })
    const CNPJ_LOOKUP_URL = 'https://cnpj.example/{cnpj}'
    expect(publicRecords({ CNPJ_LOOKUP_URL })).toEqual({ ...brasilApi, cnpjUrl: CNPJ_LOOKUP_URL })
  })

  it('returns the values of the environment', () => {
    expect(
      parseSettings({
        HOST: '0.0.0.0',
        PORT: '8080',
        PUBLIC_URL: 'https://api.example/base//',
        DATA_DIR: '/data',
        DATABASE_URL: 'postgresql://u:p@db.example:5432/accounts?sslmode=require',
        DATABASE_POOL_SIZE: '20',
        DATABASE_CONNECT_TIMEOUT_MS: '500',
        DATABASE_STATEMENT_TIMEOUT_MS: '700',
        DATABASE_START_TIMEOUT_MS: '0',
        RATE_LIMIT_REQUESTS: '5',
        RATE_LIMIT_WINDOW_SECONDS: '2',
        TOKEN_SIGNING_KEYS: `new:${KEY}, old:${OTHER_KEY}`,
        DATA_SEALING_KEY: KEY,
        TOKEN_LIFETIME_SECONDS: '60',
        TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,127.0.0.1',
        ADMINISTRATOR_SIGN_IN_URL: 'https://ponto.example/entrar',
        LOG_LEVEL: 'silent',
        LOG_FORMAT: 'json',
      }),
    ).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://api.example/base',
      dataDirectory: '/data',
      database: {
        url: 'postgresql://u:p@db.example:5432/accounts?sslmode=require',
        poolSize: 20,
        connectTimeoutMs: 500,
        statementTimeoutMs: 700,
      },
      databaseStartTimeoutMs: 0,
      rateLimit: { requests: 5, windowSeconds: 2 },
      tokenSigningKeys: [
        { kid: 'new', key: Buffer.alloc(32, 7) },
        { kid: 'old', key: Buffer.alloc(48, 8) },
      ],
      dataSealingKeys: [{ kid: undefined, key: Buffer.alloc(32, 7) }],
      tokenLifetimeSeconds: 60,
      mail: { administratorSignInUrl: 'https://ponto.example/entrar' },
      trustedProxies: ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'],
      logLevel: 'silent',
      logFormat: 'json',
    })
  })

  it('accepts commas in the password and between the hosts of DATABASE_URL', () => {
    for (const DATABASE_URL of [
      'postgresql://user:a,b@db.example/accounts',
      'postgresql://u:p@one:5432,two:5433/accounts?target_session_attrs=read-write&sslmode=require',
    ]) {
      expect(parseSettings({ DATABASE_URL }).database).toMatchObject({ url: DATABASE_URL })
    }
  })

  it('accepts a keyring to seal data, and keeps its order', () => {
    expect(parseSettings({ DATA_SEALING_KEY: `s2:${OTHER_KEY},s1:${KEY}` })).toMatchObject({
      dataSealingKeys: [
        { kid: 's2', key: Buffer.alloc(48, 8) },
        { kid: 's1', key: Buffer.alloc(32, 7) },
      ],
    })
  })

  const UPSTASH = { UPSTASH_REDIS_REST_URL: 'https://eu1.upstash.example', UPSTASH_REDIS_REST_TOKEN: 'token' }

  it.each(['redis://127.0.0.1:6379', 'rediss://user:password@redis.example/2'])(
    'accepts REDIS_URL=%s, and rejects it together with Upstash',
    (REDIS_URL) => {
      expect(parseSettings({ REDIS_URL }).sharedStore).toEqual({
        redisUrl: REDIS_URL,
        isCluster: false,
        timeoutMs: 300,
      })
      expect(problemsOf({ REDIS_URL, ...UPSTASH })).toEqual([
        'REDIS_URL must not be set together with UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN',
      ])
    },
  )

  it('accepts a shared Redis of Upstash with its timeout', () => {
    expect(parseSettings({ ...UPSTASH, RATE_LIMIT_STORE_TIMEOUT_MS: '500' }).sharedStore).toEqual({
      restUrl: UPSTASH.UPSTASH_REDIS_REST_URL,
      restToken: UPSTASH.UPSTASH_REDIS_REST_TOKEN,
      timeoutMs: 500,
    })
  })

  it('rejects the URL of Upstash without its token, and the token without the URL', () => {
    expect(problemsOf({ ...UPSTASH, UPSTASH_REDIS_REST_TOKEN: '' })).toEqual([
      'UPSTASH_REDIS_REST_TOKEN must be set together with UPSTASH_REDIS_REST_URL',
    ])
    expect(problemsOf({ ...UPSTASH, UPSTASH_REDIS_REST_URL: '' })).toEqual([
      'UPSTASH_REDIS_REST_URL must be set together with UPSTASH_REDIS_REST_TOKEN',
    ])
  })

  it('accepts only database 0 of a Redis Cluster', () => {
    const cluster = (path: string) => ({ REDIS_URL: `redis://one:7000,two:7001${path}`, REDIS_CLUSTER: 'on' })
    expect(problemsOf(cluster('/7'))).toEqual([
      'REDIS_URL must have no database number other than 0 with REDIS_CLUSTER=on: a Redis Cluster has no other',
    ])
    for (const path of ['', '/', '/0']) {
      expect(parseSettings(cluster(path)).sharedStore).toMatchObject({ isCluster: true })
    }
  })

  it('accepts sentinels with their password, and rejects them with a cluster or without a URL', () => {
    const REDIS_URL = 'redis://one,two:7001'
    const sentinel = { REDIS_SENTINEL: 'main', REDIS_SENTINEL_PASSWORD: 'secret' }
    expect(parseSettings({ REDIS_URL, ...sentinel }).sharedStore).toMatchObject({
      redisUrl: REDIS_URL,
      sentinel: { name: 'main', password: 'secret' },
    })
    expect(problemsOf({ REDIS_URL, ...sentinel, REDIS_CLUSTER: 'on' })).toEqual([
      'REDIS_SENTINEL must not be set together with REDIS_CLUSTER=on',
    ])
    expect(problemsOf({ REDIS_CLUSTER: 'on' })).toEqual(['REDIS_URL must be set together with REDIS_CLUSTER'])
    expect(problemsOf(sentinel)).toEqual(['REDIS_URL must be set together with REDIS_SENTINEL'])
  })

  it.each([
    ['SUPPORT_URL', ['https', 'http', 'mailto'], 'https:// or http:// or mailto:'],
    ['STATUS_URL', ['http', 'https'], 'http:// or https://'],
    ['ADMINISTRATOR_SIGN_IN_URL', ['http', 'https'], 'http:// or https://'],
    ['CEP_LOOKUP_URL', ['http', 'https'], 'http:// or https://'],
    ['CNPJ_LOOKUP_URL', ['http', 'https'], 'http:// or https://'],
    ['UPSTASH_REDIS_REST_URL', ['http', 'https'], 'http:// or https://'],
    ['OPERATOR_OIDC_ISSUER', ['http', 'https'], 'http:// or https://'],
  ])('accepts %s with the schemes %j only', (name, schemes, listed) => {
    const problem = `${name} must be a URL that begins with ${listed}`
    const isRejected = (value: string) => problemsOf({ [name]: value }).includes(problem)
    for (const scheme of schemes) {
      expect(isRejected(scheme === 'mailto' ? 'mailto:a@b.example' : `${scheme}://b.example`), scheme).toBe(false)
    }
    for (const value of ['ftp://b.example', 'b.example']) expect(isRejected(value), value).toBe(true)
  })

  it('accepts the ports of webhooks from 1 to 65535', () => {
    expect(parseSettings({ WEBHOOK_PORTS: '1, 65535' }).webhooks.ports).toEqual([1, 65_535])
  })

  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-settings-'))
  const fileOf = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('reads the certificates in REDIS_CA_FILE and SMTP_CA_FILE', () => {
    const redis = '-----BEGIN CERTIFICATE-----\nredis\n'
    const smtp = '-----BEGIN CERTIFICATE-----\nsmtp\n'
    const settings = parseSettings({
      REDIS_URL: 'rediss://redis.example',
      REDIS_CA_FILE: fileOf('redis.pem', redis),
      SMTP_URL: 'smtps://mail.example',
      SMTP_CA_FILE: fileOf('smtp.pem', smtp),
    })
    expect(settings.sharedStore).toMatchObject({ ca: redis })
    expect(settings.mail.smtp.ca).toBe(smtp)
  })

  describe('NAME_FILE', () => {
    it('sets a secret to the contents of a file without its last newline', () => {
      const TOKEN_SIGNING_KEYS_FILE = fileOf('keys', `k1:${KEY}\n`)
      const DATABASE_URL_FILE = fileOf('database', 'postgresql://u:p@db.example/accounts')
      expect(parseSettings({ TOKEN_SIGNING_KEYS_FILE, DATABASE_URL_FILE })).toMatchObject({
        database: { url: 'postgresql://u:p@db.example/accounts' },
        tokenSigningKeys: [{ kid: 'k1', key: Buffer.alloc(32, 7) }],
      })
    })

    it('is read without a byte order mark and invisible characters, and rejected in another encoding', () => {
      const url = 'postgresql://u:p@db.example/accounts'
      expect(parseSettings({ DATABASE_URL_FILE: fileOf('bom', `\uFEFF${url}\u200B\r\n`) }).database).toMatchObject({
        url,
      })
      const file = path.join(folder, 'utf-16')
      writeFileSync(file, `\uFEFF${url}\r\n`, 'utf16le')
      expect(problemsOf({ REDIS_URL_FILE: file })).toEqual([
        `REDIS_URL_FILE ${file} must be UTF-8: PowerShell and some editors write UTF-16`,
      ])
    })

    it('leaves the setting unset if the file is empty', () => {
      const file = fileOf('empty', '\n')
      expect(parseSettings({ REDIS_URL_FILE: file }).sharedStore).toBeUndefined()
      expect(
        problemsOf({ ...PRODUCTION, PUBLIC_URL: 'https://api.example', SMTP_URL: '', SMTP_URL_FILE: file }),
      ).toEqual(['SMTP_URL must be set in production'])
    })

    it('is rejected together with NAME, and if the file is unreadable', () => {
      const environment = { ...PRODUCTION, PUBLIC_URL: 'https://api.example', DATABASE_URL: '' }
      expect(problemsOf({ ...environment, DATABASE_URL_FILE: '/nowhere/url', SMTP_URL_FILE: '/tmp' })).toEqual([
        'DATABASE_URL_FILE /nowhere/url cannot be read (ENOENT)',
        'SMTP_URL_FILE must not be set together with SMTP_URL',
      ])
    })

    it('is rejected if it is misspelt or for a setting that is not a secret, and ignored for any other name', () => {
      expect(problemsOf({ DATABASE_URL_FIL: 'x' })).toEqual([
        'DATABASE_URL_FIL is not a setting: did you mean DATABASE_URL_FILE?',
      ])
      for (const name of ['PUBLIC_URL', 'MAIL_FROM', 'OPERATOR_OIDC_CLIENT_ID', 'TRUSTED_PROXIES', 'SMTP_CA_FILE']) {
        expect(problemsOf({ [`${name}_FILE`]: '/nowhere' })).toEqual([
          `${name}_FILE is not read, because ${name} is not a secret: set ${name} itself`,
        ])
      }
      expect(parseSettings({ KUBECONFIG_FILE: '/nowhere' })).toEqual(parseSettings({}))
    })
  })

  // Some tools pass such quotes on as part of the value.
  it.each(['"', "'"])('rejects values enclosed in %s with one line per variable, and accepts inner quotes', (quote) => {
    const environment = {
      NODE_ENV: `${quote}production${quote}`,
      PUBLIC_URL: `${quote}https://contas.example${quote}`,
      OPERATOR_OIDC_GROUPS_CLAIM: `${quote}roles${quote}\n`,
      PRODUCT_NAME: `Conta ${quote}Azul${quote}`,
    }
    expect(problemsOf(environment)).toEqual(
      ['NODE_ENV', 'PUBLIC_URL', 'OPERATOR_OIDC_GROUPS_CLAIM'].map(
        (name) => `${name} must have no quotes around its value: remove them`,
      ),
    )
  })

  it.each([
    ['https://contas.example.', 'https://contas.example'],
    ['https://contas.example.:8443/base/', 'https://contas.example:8443/base'],
    ['https://contas.example:443/base//', 'https://contas.example/base'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('reads PUBLIC_URL=%s as %s', (PUBLIC_URL, publicUrl) => {
    expect(parseSettings({ PUBLIC_URL }).publicUrl).toBe(publicUrl)
  })

  it('accepts IPv6 addresses to listen on with and without brackets', () => {
    const { host, metrics } = parseSettings({ HOST: '[::1]', METRICS_HOST: '::', METRICS_PORT: '9000' })
    expect([host, metrics.listener?.host]).toEqual(['::1', '::'])
  })

  it('trims all variables, and builds PUBLIC_URL without user and fragment', () => {
    const settings = parseSettings({
      PUBLIC_URL: ' https://ana:secret@Contas.example/base/#top\n',
      PORT: '8080\r\n',
      LOG_LEVEL: '\twarn ',
      INTERNAL_API_KEY: `${'k'.repeat(40)}\n`,
      HOST: ' ',
    })
    expect(settings).toMatchObject({
      publicUrl: 'https://contas.example/base',
      port: 8080,
      logLevel: 'warn',
      host: '127.0.0.1',
      internalApiKeys: [{ key: 'k'.repeat(40) }],
    })
  })

  it('rejects a variable that resembles a setting, and only warns if the setting itself is set', () => {
    const misspelt = { LOGLEVEL: 'x', REDIS_URI: 'redis://x' }
    expect(problemsOf(misspelt)).toEqual([
      'LOGLEVEL is not a setting: did you mean LOG_LEVEL?',
      'REDIS_URI is not a setting: did you mean REDIS_URL?',
    ])
    expect(parseSettings({ ...misspelt, LOG_LEVEL: 'info', REDIS_URL: 'redis://y' }).warnings).toEqual([
      'LOGLEVEL is not a setting: it is ignored',
      'REDIS_URI is not a setting: it is ignored',
    ])
  })

  it('warns in production if PUBLIC_URL is not set, because its default is an address of the reader’s own machine', () => {
    expect(parseSettings({ ...PRODUCTION, PUBLIC_URL: undefined }).warnings).toEqual([
      'PUBLIC_URL is not set: links in mails lead to the machine of the reader',
    ])
    expect(parseSettings({ ...PRODUCTION, PUBLIC_URL: 'https://contas.example' }).warnings).toEqual([])
  })

  it('ignores addresses that Kubernetes sets as PORT and METRICS_PORT, and warns', () => {
    expect(parseSettings({ METRICS_PORT: 'tcp://10.0.0.1:9464', PORT: 'tcp://10.0.0.1:80' })).toMatchObject({
      metrics: { listener: undefined },
      port: 3000,
      warnings: [
        'PORT is ignored: it begins with tcp://, as Kubernetes sets it for a service',
        'METRICS_PORT is ignored: it begins with tcp://, as Kubernetes sets it for a service',
      ],
    })
  })

  it.each([
    ['DATABASE_URL', 'postgresql://user:pa#ss@db.example/accounts', 'must have no # in its password: write %23'],
    ['DATABASE_DIRECT_URL', 'postgresql://user:pa?ss@db.example/accounts', 'must have no ? in its password: write %3F'],
    ['REDIS_URL', 'redis://:pa%ss@redis.example', 'must have no % in its password: write %25'],
    ['SMTP_URL', 'smtps://user:pa/ss@mail.example', 'must have no / in its password: write %2F'],
    ['WEBHOOK_PROXY_URL', 'http://user:pa#ss@proxy.example', 'must have no # in its password: write %23'],
    ['DATABASE_URL', 'postgresql://us/er:pass@db.example/accounts', 'must have no / in its user: write %2F'],
    [
      'DATABASE_URL',
      'postgresql://user:pa%2Fss@db.example/a?application_name=50%',
      'must have no % except in escapes: write %25',
    ],
    ['SMTP_URL', 'smtp://us#er:pass@mail.example', 'must have no # in its user: write %23'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:pa#ss@collector.example', 'must have no # in its password: write %23'],
    ['REDIS_URL', 'redis://redis.example/zero', 'must have no path other than the number of a database, such as /0'],
  ])('rejects %s=%s', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${message}`])
  })

  it.each(['%22', '"', 'a%00'])('rejects the schema %s in DATABASE_URL', (schema) => {
    expect(problemsOf({ DATABASE_URL: `postgresql://one/a?schema=${schema}` })).toEqual([
      'DATABASE_URL must have no quotes or %00 in ?schema=',
    ])
  })

  it('rejects a DATABASE_DIRECT_URL with another schema than DATABASE_URL', () => {
    const DATABASE_URL = 'postgresql://one/a?schema=b'
    const DATABASE_DIRECT_URL = 'postgresql://two/a?schema=c'
    expect(problemsOf({ DATABASE_URL, DATABASE_DIRECT_URL })).toEqual([
      'DATABASE_DIRECT_URL must have the same ?schema= as DATABASE_URL, or none',
    ])
  })

  it.each([
    ['DATABASE_URL_FILE', 'readUrl', {}],
    ['DATABASE_DIRECT_URL_FILE', 'readDirectUrl', { DATABASE_URL: 'postgresql://pooler.example/accounts' }],
  ] as const)(
    'reads %s again for each connection, and keeps its last value while the file is empty or missing',
    (name, reader, others) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-url-'))
      const file = path.join(folder, 'url')
      writeFileSync(file, 'postgresql://user:first@db.example/accounts\n')
      const { database } = parseSettings({ ...others, [name]: file })
      const read = 'url' in database ? database[reader] : undefined
      expect(read?.()).toBe('postgresql://user:first@db.example/accounts')
      writeFileSync(file, 'postgresql://user:second@db.example/accounts\n')
      expect(read?.()).toBe('postgresql://user:second@db.example/accounts')
      writeFileSync(file, '')
      expect(read?.()).toBe('postgresql://user:second@db.example/accounts')
      rmSync(folder, { recursive: true })
      expect(read?.()).toBe('postgresql://user:second@db.example/accounts')
    },
  )

  it('encodes spaces in the parameters of DATABASE_URL, because they would make the driver misread escapes in the password', () => {
    const DATABASE_URL = 'postgresql://user:pa%2Fss@db.example/accounts?options=-c search_path=own'
    expect(parseSettings({ DATABASE_URL }).database).toMatchObject({
      url: 'postgresql://user:pa%2Fss@db.example/accounts?options=-c%20search_path=own',
    })
  })

  it('accepts a comma in the password of Redis', () => {
    const REDIS_URL = 'redis://:pa,ss@redis.example/1'
    expect(parseSettings({ REDIS_URL }).sharedStore).toMatchObject({ redisUrl: REDIS_URL })
  })

  it('uses PORT in the default of PUBLIC_URL', () => {
    expect(parseSettings({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
  })

  it('treats an empty variable as unset', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
    expect(parseSettings(empty)).toEqual(parseSettings({}))
  })

  it('ignores unknown variables', () => {
    const others = {
      PATH: '/bin',
      port: '1',
      REDIS_PORT: 'tcp://10.0.0.1:6379',
      REDIS_SERVICE_HOST: '10.0.0.1',
      POSTGRES_URL: 'postgres://x',
      POSTGRES_PASSWORD: 'x',
      SMTP_PORT: '25',
      OTEL_BLRP_SCHEDULE_DELAY: '1000',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://x',
      OTEL_METRICS_EXPORTER: 'none',
    }
    expect(parseSettings({ ...others, NODE_ENV: 'test' })).toEqual(parseSettings({}))
  })

  const wholeNumberMessage = (min: number, max: number) => `must be a whole number from ${min} to ${max}`
  const keysMessage = 'must be kid:key[,kid:key] with keys of at least 32 bytes in base64url'
  const primaryMessage = 'must have no target_session_attrs other than read-write: the service uses only the primary'
  const sealingMessage = 'must be at least 32 bytes in base64url, or kid:key[,kid:key] with such keys'
  const samplersMessage =
    'must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio'
  const smtpParameters =
    'it can have requireTLS, ignoreTLS, name, authMethod, tls.rejectUnauthorized, tls.servername, tls.minVersion'
  type InvalidValue = [name: string, value: string, message: string]
  const invalidValues: InvalidValue[] = [
    ...['0', '-1', '65536', '3000.5', '0x10', 'http', '8 0', '1e3', '99999999999'].map((value): InvalidValue => [
      'PORT',
      value,
      wholeNumberMessage(1, 65_535),
    ]),
    ['PUBLIC_URL', 'api.example', 'must be a URL that begins with http:// or https://'],
    ['PUBLIC_URL', 'https://api.example/?tenant=1', 'must have no query'],
    ['PUBLIC_URL', 'https://api.example?', 'must have no query'],
    ['PUBLIC_URL', 'ftp://api.example', 'must be a URL that begins with http:// or https://'],
    ['DATABASE_URL', 'postgres://u:p@one:5432,two:5432/accounts?target_session_attrs=any', primaryMessage],
    ['DATABASE_DIRECT_URL', 'postgres://one/accounts?target_session_attrs=standby', primaryMessage],
    ['DATABASE_URL', 'postgres://one,two:x/accounts', 'must be a URL that begins with postgres:// or postgresql://'],
    ['DATABASE_URL', 'mysql://db.example/x', 'must be a URL that begins with postgres:// or postgresql://'],
    ['DATABASE_URL', 'accounts', 'must be a URL that begins with postgres:// or postgresql://'],
    ['REDIS_URL', 'https://redis.example', 'must be a URL that begins with redis:// or rediss://'],
    ['REDIS_URL', 'redis://one,two', 'must name one host, unless REDIS_CLUSTER=on or REDIS_SENTINEL is set'],
    ['REDIS_CLUSTER', 'yes', 'must be on or off'],
    ['DATABASE_POOL_SIZE', '0', wholeNumberMessage(1, 1_000)],
    ['DATABASE_CONNECT_TIMEOUT_MS', '2s', wholeNumberMessage(100, 60_000)],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '60001', wholeNumberMessage(100, 60_000)],
    ['DATABASE_START_TIMEOUT_MS', '-1', wholeNumberMessage(0, 600_000)],
    ['RATE_LIMIT_REQUESTS', '0', wholeNumberMessage(1, 1_000_000)],
    ['RATE_LIMIT_WINDOW_SECONDS', 'minute', wholeNumberMessage(1, 86_400)],
    ['RATE_LIMIT_STORE_TIMEOUT_MS', '9', wholeNumberMessage(10, 10_000)],
    ['TOKEN_LIFETIME_SECONDS', '0', wholeNumberMessage(1, 31_536_000)],
    ['OPERATOR_SESSION_LIFETIME_SECONDS', '604801', wholeNumberMessage(1, 604_800)],
    ['TOKEN_SIGNING_KEYS', KEY, keysMessage],
    ['TOKEN_SIGNING_KEYS', `k1:${KEY.slice(0, -2)}`, keysMessage],
    ['TOKEN_SIGNING_KEYS', `k1:${KEY},`, keysMessage],
    ['TOKEN_SIGNING_KEYS', `:${KEY}`, keysMessage],
    ['TOKEN_SIGNING_KEYS', `k 1:${KEY}`, keysMessage],
    ['TOKEN_SIGNING_KEYS', `k1:${KEY},k1:${OTHER_KEY}`, 'must not have the same kid twice'],
    ['SMTP_URL', 'smtp://', 'must be a URL that begins with smtp:// or smtps:// and names the server'],
    ['SMTP_URL', 'smtps:mail.example', 'must be a URL that begins with smtp:// or smtps:// and names the server'],
    ['SMTP_URL', 'http://mail.example', 'must be a URL that begins with smtp:// or smtps:// and names the server'],
    [
      'SMTP_URL',
      'smtp://mail.example?requireTls=true',
      'has the unknown parameter requireTls: did you mean requireTLS?',
    ],
    [
      'SMTP_URL',
      'smtp://mail.example?REQUIRETLS=true',
      'has the unknown parameter REQUIRETLS: did you mean requireTLS?',
    ],
    [
      'SMTP_URL',
      'smtp://mail.example?require_tls=true',
      'has the unknown parameter require_tls: did you mean requireTLS?',
    ],
    ['SMTP_URL', 'smtp://mail.example?secure=true', `has the unknown parameter secure: ${smtpParameters}`],
    // Three typing errors are too many for a suggestion.
    ['SMTP_URL', 'smtp://mail.example?require-tls-x=1', `has the unknown parameter require-tls-x: ${smtpParameters}`],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=yes', 'must have true or false as the parameter requireTLS'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS', 'must have true or false as the parameter requireTLS'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false&requireTLS=true', 'has the parameter requireTLS twice'],
    ['SMTP_URL', 'smtp://mail.example?name=', 'must have a value for the parameter name'],
    ...['#requireTLS=true', '/requireTLS=true', '/?name=a#requireTLS=true'].map((end): InvalidValue => [
      'SMTP_URL',
      `smtp://mail.example${end}`,
      'must have no path and no #: parameters follow ?',
    ]),
    ['SMTP_URL', 'smtp://user@mail.example', 'must have a user and a password, or neither'],
    ['SMTP_URL', 'smtp://:password@mail.example', 'must have a user and a password, or neither'],
    [
      'SMTP_URL',
      'smtp://mail.example?tls.minVersion=1.2',
      'must have TLSv1 or TLSv1.1 or TLSv1.2 or TLSv1.3 as the parameter tls.minVersion',
    ],
    [
      'SMTP_URL',
      'smtp://mail.example?authMethod=NTLM',
      'must have PLAIN or LOGIN or CRAM-MD5 as the parameter authMethod',
    ],
    ...['0', '65536', '443,65536', '443;8443', '1.5', '1e3', '0x1bb'].map((value): InvalidValue => [
      'WEBHOOK_PORTS',
      value,
      'must be ports from 1 to 65535, separated by commas',
    ]),
    ['REDIS_CA_FILE', '/nowhere/ca.pem', 'must be the path of a readable file with certificates in PEM'],
    ['SMTP_CA_FILE', '/nowhere/ca.pem', 'must be the path of a readable file with certificates in PEM'],
    ['SMTP_CA_FILE', 'package.json', 'must be the path of a readable file with certificates in PEM'],
    ['WEBHOOK_PROXY_URL', 'https://proxy.example', 'must be a URL that begins with http://'],
    ['SMTP_CONNECTIONS', '0', 'must be a whole number from 1 to 100'],
    ['DATA_SEALING_KEY', 'short', sealingMessage],
    ['DATA_SEALING_KEY', `${KEY}!`, sealingMessage],
    ['DATA_SEALING_KEY', `s1:${KEY},${OTHER_KEY}`, sealingMessage],
    ['DATA_SEALING_KEY', `s1:${KEY},s1:${OTHER_KEY}`, 'must not have the same kid twice'],
    ['TRUSTED_PROXIES', 'true', 'must be addresses or CIDRs of more than /0, separated by commas'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'must be addresses or CIDRs of more than /0, separated by commas'],
    ['TRUSTED_PROXIES', '10.0.0.1,', 'must be addresses or CIDRs of more than /0, separated by commas'],
    ...['0.0.0.0/0', '::/0', '10.1', '0x7f000001', '10.0.0.0/8/8', '10.0.0.0/'].map((value): InvalidValue => [
      'TRUSTED_PROXIES',
      value,
      'must be addresses or CIDRs of more than /0, separated by commas',
    ]),
    ...['billing', 'billing:write', ':read', 'billing:accounts.list+', 'billing:accounts', 'billing:read,'].map(
      (value): InvalidValue => [
        'INTERNAL_API_KEY_SCOPES',
        value,
        'must be name:scope[,name:scope] with the scope read, operate or procedure[+procedure]',
      ],
    ),
    ['INTERNAL_API_KEY', `billing:${KEY},billing:${OTHER_KEY}`, 'must not have the same name twice'],
    ['INTERNAL_API_KEY', `billing:${KEY},erp:${KEY}`, 'must not have the same key twice'],
    [
      'INTERNAL_API_KEY',
      `internal:${KEY},${OTHER_KEY}`,
      'must not name a key internal: keys without a name have this name',
    ],
    ['INTERNAL_API_KEY_SCOPES', 'internal:read,internal:operate', 'must not have the same name twice'],
    ['INTERNAL_API_KEY_SCOPES', 'billing:read', 'names billing, but no key of INTERNAL_API_KEY has this name'],
    ['OPERATOR_OIDC_CLIENT_AUTHENTICATION', 'none', 'must be basic or post'],
    ['OPERATOR_OIDC_SIGN_OUT', 'yes', 'must be on or off'],
    ['OPERATOR_OIDC_TRUST_EMAILS', 'yes', 'must be on or off'],
    ['OPERATOR_OIDC_SCOPE', 'email profile', 'must contain openid'],
    ['SHUTDOWN_DRAIN_SECONDS', '121', 'must be a whole number from 0 to 120'],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be one of otlp, console, none'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf or http/json'],
    ['OTEL_SDK_DISABLED', 'yes', 'must be true or false'],
    ['OTEL_TRACES_SAMPLER', 'always', samplersMessage],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '0.1', 'has no effect without OTEL_TRACES_SAMPLER=parentbased_traceidratio: set both'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', wholeNumberMessage(1, 600_000)],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization: Bearer x', 'must be name=value[,name=value]'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd', 'must be gzip or none'],
    ['OTEL_BSP_SCHEDULE_DELAY', '5s', wholeNumberMessage(1, 600_000)],
    ['OTEL_BSP_MAX_QUEUE_SIZE', 'many', wholeNumberMessage(1, 1_000_000)],
    ['OTEL_RESOURCE_ATTRIBUTES', 'production', 'must be name=value[,name=value]'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL that begins with http:// or https://'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ]
  it.each(invalidValues)('rejects %s=%s with one line that names the variable', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${message}`])
  })

  it.each([
    ['PORT', 1, 65_535],
    ['DATABASE_POOL_SIZE', 1, 1_000],
    ['DATABASE_CONNECT_TIMEOUT_MS', 100, 60_000],
    ['DATABASE_STATEMENT_TIMEOUT_MS', 100, 60_000],
    ['DATABASE_START_TIMEOUT_MS', 0, 600_000],
    ['RATE_LIMIT_REQUESTS', 1, 1_000_000],
    ['RATE_LIMIT_WINDOW_SECONDS', 1, 86_400],
    ['RATE_LIMIT_STORE_TIMEOUT_MS', 10, 10_000],
    ['SMTP_CONNECTIONS', 1, 100],
    ['MAIL_RETENTION_DAYS', 1, 3_650],
    ['RATE_LIMIT_REJECTION_RETENTION_DAYS', 1, 3_650],
    ['METRICS_PORT', 1, 65_535],
    ['TOKEN_LIFETIME_SECONDS', 1, 31_536_000],
    ['PORTAL_SESSION_IDLE_SECONDS', 1, 31_536_000],
    ['PORTAL_SESSION_LIFETIME_SECONDS', 1, 31_536_000],
    ['OPERATOR_SESSION_IDLE_SECONDS', 1, 31_536_000],
    ['OPERATOR_SESSION_LIFETIME_SECONDS', 1, 604_800],
    ['KEEP_ALIVE_SECONDS', 1, 86_400],
    ['SHUTDOWN_DRAIN_SECONDS', 0, 120],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', 1, 600_000],
    ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', 1, 600_000],
    ['OTEL_BSP_SCHEDULE_DELAY', 1, 600_000],
    ['OTEL_BSP_EXPORT_TIMEOUT', 1, 600_000],
    ['OTEL_BSP_MAX_QUEUE_SIZE', 1, 1_000_000],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 1, 1_000_000],
  ])('accepts %s from %i to %i', (name, min, max) => {
    const invalid = `${name} ${wholeNumberMessage(min, max)}`
    const isInvalid = (value: number) => problemsOf({ [name]: String(value) }).includes(invalid)
    expect([min - 1, min, max, max + 1].map(isInvalid)).toEqual([true, false, false, true])
  })

  it('requires no setting in development, and has these defaults', () => {
    const { tokenSigningKeys, dataSealingKeys, internalApiKeys, ...defaults } = parseSettings({})
    expect([tokenSigningKeys, dataSealingKeys, internalApiKeys]).toEqual([undefined, undefined, undefined])
    expect(defaults).toMatchInlineSnapshot(`
      {
        "allowsHttpPublicUrl": false,
        "dataDirectory": ".data",
        "database": {
          "directory": ".data/database",
        },
        "databaseStartTimeoutMs": 30000,
        "help": {
          "statusUrl": undefined,
          "supportUrl": undefined,
          "webhookAddresses": [],
        },
        "host": "127.0.0.1",
        "internalKeyScopes": Map {},
        "isOutgoingEnabled": true,
        "keepAliveSeconds": 620,
        "logFormat": "text",
        "logLevel": "info",
        "logsClientAddresses": false,
        "mail": {
          "administratorSignInUrl": undefined,
          "from": {
            "address": "no-reply@partner-accounts.example",
            "host": "partner-accounts.example",
            "name": "Partner Accounts",
          },
          "smtp": {
            "ca": undefined,
            "connections": 5,
          },
          "smtpUrl": undefined,
        },
        "metrics": {
          "listener": undefined,
          "onServicePort": true,
        },
        "operatorOidc": undefined,
        "operatorSession": {
          "idleSeconds": 3600,
          "lifetimeSeconds": 43200,
        },
        "port": 3000,
        "portalSession": {
          "idleSeconds": 43200,
          "lifetimeSeconds": 604800,
        },
        "productName": "Partner Accounts",
        "production": false,
        "publicRecords": {
          "cepUrl": undefined,
          "cnpjUrl": undefined,
        },
        "publicUrl": "http://localhost:3000",
        "rateLimit": {
          "requests": 60,
          "windowSeconds": 60,
        },
        "retention": {
          "mailDays": 90,
          "rejectionDays": 30,
        },
        "sdkSource": "service",
        "sharedStore": undefined,
        "shutdownDrainSeconds": 0,
        "subscriptionActivation": "manual",
        "subscriptionNotices": false,
        "tokenLifetimeSeconds": 3600,
        "tracing": undefined,
        "trustedProxies": [],
        "version": "dev",
        "warnings": [],
        "webhooks": {
          "allowLoopback": true,
          "ports": [
            443,
            8443,
          ],
          "proxyUrl": undefined,
        },
      }
    `)
  })

  it('differs from development in production only by the required values and these defaults', () => {
    const { tokenSigningKeys, dataSealingKeys, internalApiKeys, ...settings } = parseSettings(PRODUCTION)
    expect([tokenSigningKeys, dataSealingKeys, internalApiKeys]).not.toContain(undefined)
    const differences = Object.entries(settings).filter(
      ([name, value]) => !isDeepStrictEqual(value, parseSettings({})[name as keyof Settings]),
    )
    expect(Object.fromEntries(differences)).toMatchInlineSnapshot(`
      {
        "database": {
          "connectTimeoutMs": 2000,
          "directUrl": undefined,
          "hasPreparedStatements": true,
          "poolSize": 10,
          "readDirectUrl": undefined,
          "readUrl": undefined,
          "statementTimeoutMs": 2000,
          "url": "postgres://db.example/accounts",
        },
        "logFormat": "json",
        "mail": {
          "administratorSignInUrl": undefined,
          "from": {
            "address": "no-reply@revenda.example",
            "host": "revenda.example",
            "name": "",
          },
          "smtp": {
            "ca": undefined,
            "connections": 5,
          },
          "smtpUrl": "smtp://mail.example",
        },
        "metrics": {
          "listener": {
            "host": "127.0.0.1",
            "isChosen": false,
            "port": 9464,
          },
          "onServicePort": false,
        },
        "production": true,
        "shutdownDrainSeconds": 2,
        "warnings": [
          "PUBLIC_URL is not set: links in mails lead to the machine of the reader",
        ],
        "webhooks": {
          "allowLoopback": false,
          "ports": [
            443,
            8443,
          ],
          "proxyUrl": undefined,
        },
      }
    `)
  })

  it('rejects timeouts of the database that together are longer than callers wait', () => {
    const line =
      'DATABASE_CONNECT_TIMEOUT_MS and DATABASE_STATEMENT_TIMEOUT_MS must be at most 4500 together: callers wait 5 s'
    // The default of DATABASE_CONNECT_TIMEOUT_MS is 2,000.
    expect(problemsOf({ DATABASE_STATEMENT_TIMEOUT_MS: '2501' })).toEqual([line])
    expect(problemsOf({ DATABASE_CONNECT_TIMEOUT_MS: '3000', DATABASE_STATEMENT_TIMEOUT_MS: '2000' })).toEqual([line])
    expect(problemsOf({ DATABASE_STATEMENT_TIMEOUT_MS: '2500' })).toEqual([])
  })

  it('accepts the supported parameters of SMTP_URL', () => {
    for (const SMTP_URL of [
      'smtp://user:p%40ss@mail.example:587?requireTLS=true&name=partners.example',
      'smtp://mail.example/?tls.rejectUnauthorized=false&tls.servername=other.example&tls.minVersion=TLSv1.3',
      'smtp://mail.example?ignoreTLS=true&authMethod=LOGIN',
    ]) {
      expect(parseSettings({ SMTP_URL }).mail.smtpUrl).toBe(SMTP_URL)
    }
  })

  it('accepts several internal keys without names', () => {
    expect(parseSettings({ INTERNAL_API_KEY: `${KEY},${OTHER_KEY}` }).internalApiKeys).toHaveLength(2)
  })

  it.each([
    ['no-reply@localhost', 'no-reply@localhost'],
    ['Ponto <a.b+c@sub.example>', 'a.b+c@sub.example'],
    ['"Ponto, S.A." <a@pão.example>', 'a@pão.example'],
  ])('accepts MAIL_FROM=%s', (MAIL_FROM, address) => {
    expect(parseSettings({ MAIL_FROM }).mail.from).toMatchObject({ address })
  })

  it.each([
    'no-reply',
    'Partner Accounts',
    'no-reply@',
    '@partners.example',
    'no-reply@partners',
    'no-reply@partners..example',
    'no-reply@-partners.example',
    'no-reply@partners_accounts.example',
    'no-reply@192.0.2.1',
    'no-reply@partners.example.',
    '.no-reply@partners.example',
    'no..reply@partners.example',
    'no-reply@partners.example/x',
    'a@one.example, b@two.example',
    'Partner Accounts <no-reply@partners.example> Brasil',
    'no-reply@partners.example Partner Accounts',
  ])('rejects MAIL_FROM=%s', (MAIL_FROM) => {
    expect(problemsOf({ MAIL_FROM })).toEqual(['MAIL_FROM must be an e-mail address, or Name <address>'])
  })

  it('reports all problems, one per line, and never the value of a key', () => {
    const environment = { PORT: 'x', LOG_LEVEL: 'y', DATA_SEALING_KEY: 'hunter2', TOKEN_SIGNING_KEYS: 'k1:hunter2' }
    const problems = problemsOf(environment)
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(Object.keys(environment).sort())
    expect(() => parseSettings(environment)).toThrow(problems.join('\n'))
    expect(problems.join('\n')).not.toContain('hunter2')
  })

  const OIDC_CLIENT = { OPERATOR_OIDC_CLIENT_ID: 'console', OPERATOR_OIDC_CLIENT_SECRET: 'secret' }
  const OIDC_PROVIDER = { ...OIDC_CLIENT, OPERATOR_OIDC_ISSUER: 'https://sso.example/realm' }

  it('returns the OpenID provider of operators, with roles by e-mail, domain and group', () => {
    expect(parseSettings({}).operatorOidc).toBeUndefined()
    expect(
      parseSettings({
        ...OIDC_PROVIDER,
        OPERATOR_OIDC_ALLOWED_EMAILS: 'Ana@Empresa.example:admin, @empresa.example:viewer',
        OPERATOR_OIDC_ALLOWED_GROUPS: 'team:ops:support',
      }).operatorOidc,
    ).toEqual({
      issuer: 'https://sso.example/realm',
      clientId: 'console',
      clientSecret: 'secret',
      clientAuthentication: 'basic',
      scope: 'openid email profile',
      groupsClaim: 'groups',
      trustsEmails: false,
      signsOut: false,
      emails: new Map([
        ['ana@empresa.example', 'admin'],
        ['@empresa.example', 'viewer'],
      ]),
      groups: new Map([['team:ops', 'support']]),
    })
  })

  it.each([
    [
      'EMAILS',
      'e-mail',
      ['ana@empresa.example', 'ana:admin', '@empresa.example:owner', 'ana@empresa.example:admin,', ','],
    ],
    ['GROUPS', 'group', ['ops', ':admin', 'ops:', 'ops,team:owner']],
  ])('rejects invalid roles in OPERATOR_OIDC_ALLOWED_%s', (name, entry, values) => {
    for (const value of values) {
      expect(problemsOf({ ...OIDC_PROVIDER, [`OPERATOR_OIDC_ALLOWED_${name}`]: value })).toEqual([
        `OPERATOR_OIDC_ALLOWED_${name} must be ${entry}:role[,${entry}:role] with the role viewer, support or admin`,
      ])
    }
  })

  it.each([
    ['EMAILS', 'e-mail', 'ana@empresa.example:viewer,Ana@Empresa.example:admin'],
    ['GROUPS', 'group', 'ops:viewer,ops:admin'],
  ])('rejects two roles for one entry of OPERATOR_OIDC_ALLOWED_%s', (name, entry, value) => {
    expect(problemsOf({ ...OIDC_PROVIDER, [`OPERATOR_OIDC_ALLOWED_${name}`]: value })).toEqual([
      `OPERATOR_OIDC_ALLOWED_${name} must not have the same ${entry} twice`,
    ])
  })

  it('rejects a PUBLIC_URL with http:// in production, except on this machine or with ALLOW_HTTP_PUBLIC_URL=on', () => {
    const problems = (PUBLIC_URL: string, others = {}) => problemsOf({ ...PRODUCTION, PUBLIC_URL, ...others })
    for (const address of [
      'http://contas.example',
      'HTTP://10.0.0.7:3000/base',
      'http://localhost.contas.example',
      'http:/contas.example',
      'http://localhost:1@contas.example',
    ]) {
      expect(problems(address)).toEqual([expect.stringMatching(/^PUBLIC_URL must begin .* ALLOW_HTTP_PUBLIC_URL=on$/)])
    }
    const accepted = ['', 'https://contas.example', 'http://127.0.0.1:3000', 'http://localhost/base', 'http://[::1]']
    for (const address of accepted) expect(problems(address)).toEqual([])
    expect(problems('http://contas.example', { ALLOW_HTTP_PUBLIC_URL: 'on' })).toEqual([])
    expect(problemsOf({ PUBLIC_URL: 'http://contas.example' })).toEqual([])
  })

  it('rejects an incomplete OpenID provider', () => {
    expect(problemsOf(OIDC_CLIENT)).toEqual([
      'OPERATOR_OIDC_ISSUER must be set together with OPERATOR_OIDC_CLIENT_ID, OPERATOR_OIDC_CLIENT_SECRET',
    ])
    expect(problemsOf({ OPERATOR_OIDC_ISSUER: 'https://sso.example' })).toEqual([
      'OPERATOR_OIDC_CLIENT_ID must be set together with OPERATOR_OIDC_ISSUER',
      'OPERATOR_OIDC_CLIENT_SECRET must be set together with OPERATOR_OIDC_ISSUER',
    ])
    // The issuer, the client and its secret are missing.
    expect(problemsOf({ OPERATOR_OIDC_ALLOWED_EMAILS: '@empresa.example:viewer' })).toHaveLength(3)
    expect(problemsOf({ OPERATOR_OIDC_ALLOWED_GROUPS: 'ops:viewer' })).toHaveLength(3)
  })

  it('rejects OPERATOR_OIDC_TRUST_EMAILS with a provider that is open to everybody', () => {
    const problemsOfTrusted = (issuer: string) =>
      problemsOf({ ...OIDC_CLIENT, OPERATOR_OIDC_ISSUER: issuer, OPERATOR_OIDC_TRUST_EMAILS: 'on' })
    for (const issuer of [
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/Organizations/v2.0',
      'https://login.microsoftonline.us/consumers/v2.0',
      'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      'https://accounts.google.com',
    ]) {
      expect(problemsOfTrusted(issuer)).toEqual([expect.stringMatching(/^OPERATOR_OIDC_TRUST_EMAILS must be off/)])
    }
    const companyIssuer = 'https://login.microsoftonline.com/0a1b2c3d-1234-5678-9abc-def012345678/v2.0'
    expect(problemsOfTrusted(companyIssuer)).toEqual([])
  })

  it('rejects an OpenID provider over HTTP in production, except on this machine', () => {
    const problemsInProduction = (issuer: string) =>
      problemsOf({ ...PRODUCTION, ...OIDC_CLIENT, OPERATOR_OIDC_ISSUER: issuer })
    for (const issuer of ['http://sso.example', 'http://localhost.sso.example']) {
      expect(problemsInProduction(issuer)).toEqual([
        expect.stringMatching(/^OPERATOR_OIDC_ISSUER must begin with https:\/\/ in production/),
      ])
    }
    for (const issuer of ['https://sso.example', 'http://127.0.0.1:9000', 'http://localhost']) {
      expect(problemsInProduction(issuer)).toEqual([])
    }
    expect(problemsOf({ ...OIDC_CLIENT, OPERATOR_OIDC_ISSUER: 'http://sso.example' })).toEqual([])
  })

  it('returns the scopes of internal keys by name', () => {
    const internal = 'x'.repeat(32)
    const billing = `billing:${'y'.repeat(32)}`
    const scopes = (environment: Record<string, string>) => [...parseSettings(environment).internalKeyScopes]
    expect(scopes({ INTERNAL_API_KEY: internal })).toEqual([])
    expect(scopes({ INTERNAL_API_KEY_SCOPES: 'internal:read' })).toEqual([['internal', 'read']])
    expect(
      scopes({
        INTERNAL_API_KEY: `${internal},${billing}`,
        INTERNAL_API_KEY_SCOPES: 'internal:operate, billing:accounts.get+accounts.reportUsage',
      }),
    ).toEqual([
      ['internal', 'operate'],
      ['billing', ['accounts.get', 'accounts.reportUsage']],
    ])
  })

  it('returns a drain of 2 seconds in production and of 0 in development, unless configured', () => {
    const drainSecondsOf = (environment: Record<string, string>) => parseSettings(environment).shutdownDrainSeconds
    expect(drainSecondsOf({})).toBe(0)
    expect(drainSecondsOf({ SHUTDOWN_DRAIN_SECONDS: '7' })).toBe(7)
    expect(drainSecondsOf(PRODUCTION)).toBe(2)
    expect(drainSecondsOf({ ...PRODUCTION, SHUTDOWN_DRAIN_SECONDS: '0' })).toBe(0)
  })

  it('serves metrics on the port of the service in development, and on a separate loopback port in production', () => {
    const metrics = (environment: Record<string, string>) => parseSettings(environment).metrics
    const chosen = { host: '127.0.0.1', port: 9000, isChosen: true }
    expect(metrics({})).toEqual({ onServicePort: true, listener: undefined })
    expect(metrics({ METRICS_PORT: '9000' })).toEqual({ onServicePort: true, listener: chosen })
    expect(metrics(PRODUCTION)).toEqual({
      onServicePort: false,
      listener: { host: '127.0.0.1', port: 9464, isChosen: false },
    })
    const everywhere = { ...PRODUCTION, METRICS_PORT: '9000', METRICS_HOST: '0.0.0.0' }
    expect(metrics(everywhere)).toEqual({ onServicePort: false, listener: { ...chosen, host: '0.0.0.0' } })
  })

  it('rejects a METRICS_PORT that equals PORT', () => {
    expect(problemsOf({ PORT: '9000', METRICS_PORT: '9000' })).toEqual(['METRICS_PORT must differ from PORT'])
  })

  describe('tracing', () => {
    const tracing = (environment: Record<string, string>) => parseSettings(environment).tracing
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
    const otlp = { exporter: 'otlp', protocol: 'http/protobuf', serviceName: 'partner-accounts' }

    it('returns no settings without an exporter or endpoint', () => {
      expect(tracing({})).toBeUndefined()
      expect(tracing({ OTEL_SERVICE_NAME: 'x' })).toBeUndefined()
    })

    it('returns the exporter and protocol for an endpoint, an exporter, or both', () => {
      expect(tracing(endpoint)).toEqual(otlp)
      expect(tracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' })).toEqual(otlp)
      expect(tracing({ OTEL_TRACES_EXPORTER: 'console' })).toEqual({ ...otlp, exporter: 'console' })
      expect(tracing({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })).toEqual({
        ...otlp,
        protocol: 'http/json',
      })
    })

    it('returns no settings when the SDK or the exporter is disabled', () => {
      expect(tracing({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined()
      expect(tracing({ ...endpoint, OTEL_SDK_DISABLED: 'false' })).toEqual(otlp)
      expect(tracing({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
    })
  })

  describe('in production', () => {
    const required = Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV')

    it.each(required)('rejects a missing or empty %s', (name) => {
      const problem = `${name} must be set in production`
      expect(problemsOf({ ...PRODUCTION, [name]: '' })).toEqual([problem])
      const rest = Object.fromEntries(Object.entries(PRODUCTION).filter(([key]) => key !== name))
      expect(problemsOf(rest)).toEqual([problem])
      expect(problemsOf(PRODUCTION)).toEqual([])
    })

    it('reports missing and invalid variables together', () => {
      expect(problemsOf({ NODE_ENV: 'production', PORT: 'x' })).toEqual([
        `PORT ${wholeNumberMessage(1, 65_535)}`,
        ...required.map((name) => `${name} must be set in production`),
      ])
    })
  })

  it.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development, test or unset: did you mean production?'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be production, development, test or unset'],
    [{ RATE_LIMIT_REQUEST: '10' }, 'RATE_LIMIT_REQUEST is not a setting: did you mean RATE_LIMIT_REQUESTS?'],
    [{ RATE_LIMIT_REQEUST: '10' }, 'RATE_LIMIT_REQEUST is not a setting: did you mean RATE_LIMIT_REQUESTS?'],
    [{ REDIS_URI: 'redis://x' }, 'REDIS_URI is not a setting: did you mean REDIS_URL?'],
  ])('rejects %j with one line', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem])
  })

  it('rejects the removed OPERATOR_SECOND_APPROVER, unless it is off', () => {
    expect(problemsOf({ OPERATOR_SECOND_APPROVER: 'on' })).toEqual([
      'OPERATOR_SECOND_APPROVER was removed: operators act without a second approver. Unset it',
    ])
    expect(parseSettings({ OPERATOR_SECOND_APPROVER: 'off' })).toEqual(parseSettings({}))
  })
})
