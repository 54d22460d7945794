import type { Client, Service } from './service.ts'

/** Password of every sample user who can sign in. It is public, like all sample data. */
export const PASSWORD = 'amostra-de-dados-2026'

const ALL = ['accounts:read', 'accounts:create', 'users:manage', 'webhooks:manage'] as const
const READ = ['accounts:read'] as const

export interface Reseller {
  id: string
  manager: Client
}

export interface Resellers {
  north: Reseller
  south: Reseller
  limited: Reseller
  test: Reseller
}

/** Creates three resellers, two of them with a coupon, and the test partner of the first. */
export async function addResellers(service: Service): Promise<Resellers> {
  const { coupons, partners } = service.internal
  await coupons.create.mutate({ code: 'NORTE20', percentOff: 20 })
  await coupons.create.mutate({ code: 'SUL-2030', percentOff: 10, expiresAt: '2030-12-31', maxRedemptions: 500 })
  const north = await partners.create.mutate({ name: 'Revenda Estrela do Norte', coupon: 'NORTE20' })
  const south = await partners.create.mutate({ name: 'Ponto Certo Sistemas', coupon: 'SUL-2030' })
  const limited = await partners.create.mutate({ name: 'Controle & Jornada Tecnologia em Gestão de Pessoas Ltda.' })
  const test = await partners.create.mutate({ name: 'Revenda Estrela do Norte (teste)', testOf: north.id })
  for (const { id } of [north, south, limited, test]) {
    await partners.setRateLimit.mutate({ id, rateLimit: { requests: 6_000 } })
  }
  const manager = 'ana@norte.example'
  const [ofNorth, ofSouth, ofLimited] = await Promise.all([
    withManager(service, north.id, manager, 'Ana Souza'),
    withManager(service, south.id, 'bruno@pontocerto.example', 'Bruno Lima'),
    withManager(service, limited.id, 'clara@jornada.example', 'Clara Nunes'),
  ])
  return {
    north: ofNorth,
    south: ofSouth,
    limited: ofLimited,
    // A manager of the live partner opens the test partner. The mails of a test partner are never sent, so an invitation
    // would not arrive.
    test: { id: test.id, manager: await service.openTestPartner(manager, PASSWORD) },
  }
}

async function withManager(service: Service, partnerId: string, email: string, name: string): Promise<Reseller> {
  await service.internal.portalUsers.invite.mutate({ partnerId, email, name, permissions: [...ALL] })
  await service.activateByMail(email, PASSWORD)
  return { id: partnerId, manager: await service.signIn(email, PASSWORD) }
}

/** Creates an active, an invited, a disabled and an erased colleague, who may only read, and an integration. */
export async function addColleagues(service: Service, { id: partnerId, manager }: Reseller): Promise<void> {
  const { portalUsers } = service.internal
  const invite = (email: string, name: string) =>
    portalUsers.invite.mutate({ partnerId, email, name, permissions: [...READ] })
  await invite('leitura@norte.example', 'Lia Leitora')
  const disabled = await invite('desativado@norte.example', 'Davi Desativado')
  await Promise.all(
    ['leitura@norte.example', 'desativado@norte.example'].map((email) => service.activateByMail(email, PASSWORD)),
  )
  await manager.team.disable.mutate({ id: disabled.id })
  await manager.team.invite.mutate({
    email: 'convidada@norte.example',
    name: 'Célia Convidada',
    permissions: [...READ],
  })
  const leaver = await invite('saiu@norte.example', 'Sara Saiu')
  await portalUsers.disable.mutate({ id: leaver.id })
  await portalUsers.erase.mutate({ id: leaver.id, reason: 'Pedido da titular' })
  await manager.team.createIntegration.mutate({
    name: 'ERP da matriz',
    permissions: ['accounts:read', 'accounts:create'],
  })
}
