import type { ViewId } from '../views.ts'

/** Search terms for each view, in both languages. */
export const KEYWORDS: Record<ViewId, string> = {
  'getting-started':
    'quickstart quick start begin create first account install sdk tutorial hello world começar início rápido primeiros passos criar primeira conta instalar',
  'generate-a-client':
    'codegen generator generators openapi swagger typescript types zod orval hey api kubb oazapfts openapi-generator gerador geradores tipos cliente gerado',
  'creating-accounts': 'signup sign-up register provision onboarding cadastro cadastrar registrar provisionar',
  'test-mode':
    'sandbox staging testing test environment playground homologação homologar ambiente de teste testes simular',
  permissions:
    'authentication authorization auth bearer jwt scope scopes expire expiration refresh autenticação autorização permissão escopo expiração expirar',
  idempotency:
    'retry retries retrying safely safe duplicate duplicates twice lost response timeout repetir repetição retentativa tentar de novo novamente segurança seguro duplicado duplicada duplicidade resposta perdida',
  paging:
    'pagination paginate page pages next cursor offset limit per page paginação paginar página páginas próxima lista',
  'rate-limit':
    'throttle throttling throttled quota too many requests retry-after backoff cota limite limitação requisições demais espera',
  limits: 'maximum length size quota máximo tamanho comprimento',
  versioning:
    'version versions deprecation deprecated breaking change compatibility sunset versão versões depreciação compatibilidade quebra',
  events:
    'webhook webhooks callback callbacks notification notifications push signature hmac subscribe polling assinatura notificação notificações aviso avisos gancho',
  errors: 'error code codes status exception failure erro código códigos exceção falha',
  changelog: 'changes release notes news history feed atom rss novidades mudanças histórico versões',
  createToken:
    'login log in sign in authentication authenticate bearer jwt password autenticação autenticar senha token',
  createPartnerAccount: 'signup register customer new account provision cadastro cadastrar cliente nova conta',
  listPartnerAccounts: 'all accounts customers pagination search todas as contas clientes paginação buscar',
  getPartnerAccount:
    'find lookup fetch account by cnpj cpf tax id api_token secret retrieve buscar consultar conta por cnpj cpf documento segredo',
  listEvents: 'webhook feed poll polling changes notifications consulta mudanças notificações',
}
