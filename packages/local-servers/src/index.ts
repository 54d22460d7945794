export { CHROMIUM } from './chromium.ts'
export {
  type CitusCluster,
  citusPrograms,
  copyCitusDatabase,
  createCitusDatabase,
  startCitus,
} from './citus-cluster.ts'
export { endProcess } from './end-process.ts'
export { type EtcdCertificates, hasEtcd, startEtcd } from './etcd-server.ts'
export { freePort } from './free-port.ts'
export { type OpenIdPerson, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts'
export { haproxyProgram, startHaproxy } from './haproxy-server.ts'
export { type HttpServer, startHttpServer } from './http-server.ts'
export { nginxProgram, startNginx } from './nginx-server.ts'
export { hasPatroni, PatroniNode, untilSynchronous } from './patroni-node.ts'
export { hasPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer-server.ts'
export { postgresPrograms, type PostgresServer, startPostgres } from './postgres-server.ts'
export { createPrivateCa, type PrivateCa } from './private-ca.ts'
export { withChildren } from './process-tree.ts'
export { type Relay, startRelay } from './relay.ts'
export { hasRedis, RedisServer } from './redis-server.ts'
export { postgresUser } from './system-user.ts'
export { startDevelopment, type StartedService, startService, untilReady } from './started-service.ts'
export { type PublicRecordsServer, startPublicRecords } from './public-records-server.ts'
export { loadTools, toolFolder } from './tools.ts'
export { waitForOutput } from './wait-for-output.ts'
export { copyWorkspace } from './workspace-copy.ts'
