import { LIMITS, type Locale } from '@partner-accounts/rules'

export interface GuideSettings {
  baseUrl: string
  rateLimit: { requests: number; windowSeconds: number }
  tokenLifetimeSeconds: number
  supportUrl?: string | undefined
  statusUrl?: string | undefined
}

/** A chapter of the page, in Markdown. */
export interface Guide {
  id: string
  title: string
  text: string
}

/** Returns the guides in reading order. */
export const guidesOf = (locale: Locale, settings: GuideSettings): Guide[] => GUIDES[locale](settings)

const { idempotencyKey, page } = LIMITS
const REPLAY_HOURS = idempotencyKey.ttlSeconds / 3600

const UNITS = [
  [3600, { 'pt-BR': ['hora', 'horas'], en: ['hour', 'hours'] }],
  [60, { 'pt-BR': ['minuto', 'minutos'], en: ['minute', 'minutes'] }],
  [1, { 'pt-BR': ['segundo', 'segundos'], en: ['second', 'seconds'] }],
] as const

function durationOf(seconds: number, locale: Locale): string {
  const [size, words] = UNITS.find(([size]) => seconds % size === 0)!
  const count = seconds / size
  return `${count} ${words[locale][count === 1 ? 0 : 1]}`
}

const SDK = `npm install @partner-accounts/sdk`

const GUIDES: Record<Locale, (settings: GuideSettings) => Guide[]> = {
  'pt-BR': ({ baseUrl, rateLimit: { requests, windowSeconds }, tokenLifetimeSeconds }) => [
    {
      id: 'getting-started',
      title: 'Primeiros passos',
      text: `
1. **Entre.** [\`POST /tokens\`](#createToken) troca o e-mail e a senha de um usuário do portal por um token. O usuário escolhe a senha pelo link que recebe por e-mail.
2. **Envie o token** em \`Authorization: Bearer <token>\` com todas as outras requisições.
3. **Crie uma conta** com [\`POST /partner-accounts\`](#createPartnerAccount) e **guarde o \`secret\`**: ele vem só nessa resposta.
4. **Leia** [a lista](#listPartnerAccounts) ou [uma conta](#getPartnerAccount) pelo id, CNPJ ou CPF.

Todos os caminhos começam em \`${baseUrl}\`. Em JavaScript e TypeScript, o SDK faz tudo isso, respeita o limite de requisições e repete sem criar uma conta duas vezes:

\`\`\`sh
${SDK}
\`\`\`
`,
    },
    {
      id: 'tokens',
      title: 'Tokens e permissões',
      text: `
- Um token vale ${durationOf(tokenLifetimeSeconds, 'pt-BR')}. Não há renovação: entre de novo quando uma resposta for 401 com \`_code\` 9.
- Guarde o token e use-o para todas as requisições. Entrar a cada requisição dobra o consumo do limite.
- Ele termina antes quando o usuário é desativado, troca a senha ou é ativado de novo.
- Nunca envie token ou senha a um navegador ou aplicativo dos seus clientes.

| Permissão do usuário | Permite |
|---|---|
| \`accounts:read\` | \`GET /partner-accounts\` e \`GET /partner-accounts/{account_id}\` |
| \`accounts:create\` | \`POST /partner-accounts\` |

Sem a permissão, ou com o parceiro suspenso, a resposta é 403 com \`_code\` 666. Mudanças valem em até 10 segundos, também para tokens existentes.

### \`api_token\` e \`secret\`

O \`api_token\` dá acesso à API pública da conta, que é outro serviço: use HTTP Basic com o usuário \`public\` e o token como senha. O \`secret\`, enviado em \`X-Secret\` ao [ler a conta](#getPartnerAccount), mostra o \`api_token\` de novo. Guarde-o como uma senha.
`,
    },
    {
      id: 'identifiers',
      title: 'Identificadores',
      text: `
Uma conta é identificada pelo \`_id\` (24 caracteres hexadecimais) ou pelo CNPJ ou CPF do empregador, sem pontuação. Um CNPJ pode conter letras. Os dígitos verificadores não são validados. Se várias das suas contas têm o mesmo documento, ele identifica a mais recente.
`,
    },
    {
      id: 'idempotency',
      title: 'Repetições seguras',
      text: `
Uma resposta pode se perder, e com ela o \`secret\`. Envie uma \`Idempotency-Key\` em cada criação: um texto de 1 a ${idempotencyKey.maxLength} caracteres, como o número de um pedido ou um UUID.

- A mesma chave com o mesmo corpo, em até ${REPLAY_HOURS} horas, retorna a primeira resposta, com o \`secret\`, e o cabeçalho \`Idempotent-Replayed: true\`. Nenhuma segunda conta é criada.
- A mesma chave com outro corpo é um erro 422 do campo \`Idempotency-Key\`.
- Enquanto a primeira requisição está em andamento, uma repetição é 409 com \`Retry-After\`.
- Uma criação que falhou não é guardada: a chave fica livre para um corpo corrigido.

| Resposta | Repetir? |
|---|---|
| nenhuma, conexão perdida, tempo esgotado | sim; uma criação só com a sua \`Idempotency-Key\` |
| 409, 429, 503 | sim, depois dos segundos de \`Retry-After\` |
| 408, 500, 502, 504 | sim, com pausas crescentes; uma criação só com a sua \`Idempotency-Key\` |
| 401 com \`_code\` 9 | uma vez, depois de entrar de novo |
| outras 4xx | não: corrija a requisição |
`,
    },
    {
      id: 'paging',
      title: 'Paginação',
      text: `
[A lista](#listPartnerAccounts) vem da conta mais recente para a mais antiga, ${page.defaultSize} por página. \`max_results\` pede até ${page.maxSize}; \`page\` escolhe a página.

- Para ler tudo, siga \`_links.next.href\` até que ele falte. O endereço é relativo a \`${baseUrl}/\`.
- \`_meta.total\` conta contas, não páginas. Uma página depois do fim é 200 sem itens.
- Um valor inválido é trocado pelo padrão, e \`_meta\` mostra os valores em vigor.
- Uma conta criada durante a leitura desloca as outras: a mesma conta pode aparecer em duas páginas. Ignore \`_id\` repetidos.
`,
    },
    {
      id: 'rate-limit',
      title: 'Limite de requisições',
      text: `
São **${requests} requisições em quaisquer ${windowSeconds} segundos** por parceiro, somando usuários, tokens e o portal. Requisições sem token válido, e \`POST /tokens\`, contam para o endereço do cliente.

| Cabeçalho | Exemplo | Significado |
|---|---|---|
| \`RateLimit-Policy\` | \`"default";q=${requests};w=${windowSeconds}\` | \`q\` requisições em quaisquer \`w\` segundos |
| \`RateLimit\` | \`"default";r=12;t=3\` | restam \`r\`; em \`t\` segundos há mais |
| \`Retry-After\` | \`3\` | em um 429: segundos de espera |

Uma requisição recusada com 429 não conta. Se \`r\` é 0, espere \`t\` segundos.

\`POST /tokens\` também limita falhas: 5 em 15 minutos por e-mail e endereço, e 100 por hora por endereço.
`,
    },
    {
      id: 'versions',
      title: 'Versões',
      text: `
A versão está no caminho: \`/partners/v1\`. Dentro dela há só acréscimos: ignore campos desconhecidos e trate um \`_code\` desconhecido pelo status. Uma mudança incompatível recebe outro caminho, e o fim de uma versão é anunciado ao menos 180 dias antes pelos cabeçalhos \`Deprecation\` e \`Sunset\`.

As mensagens \`ui_message\` e as dos campos vêm em português do Brasil, ou em inglês com \`Accept-Language: en\`.
`,
    },
  ],
  en: ({ baseUrl, rateLimit: { requests, windowSeconds }, tokenLifetimeSeconds }) => [
    {
      id: 'getting-started',
      title: 'Getting started',
      text: `
1. **Sign in.** [\`POST /tokens\`](#createToken) exchanges the e-mail and password of a portal user for a token. Users choose their password with the link that they receive by e-mail.
2. **Send the token** as \`Authorization: Bearer <token>\` with all other requests.
3. **Create an account** with [\`POST /partner-accounts\`](#createPartnerAccount) and **store the \`secret\`**: only that response contains it.
4. **Read** [the list](#listPartnerAccounts) or [one account](#getPartnerAccount) by id, CNPJ or CPF.

All paths begin at \`${baseUrl}\`. In JavaScript and TypeScript, the SDK does all of this, respects the rate limit, and retries without creating an account twice:

\`\`\`sh
${SDK}
\`\`\`
`,
    },
    {
      id: 'tokens',
      title: 'Tokens and permissions',
      text: `
- A token is valid for ${durationOf(tokenLifetimeSeconds, 'en')}. There is no refresh: sign in again when a response is 401 with \`_code\` 9.
- Keep the token and use it for all requests. Signing in for each request doubles what you use of the rate limit.
- It ends early when the user is disabled, changes the password, or is activated again.
- Never send a token or password to a browser or an app of your customers.

| Permission of the user | Allows |
|---|---|
| \`accounts:read\` | \`GET /partner-accounts\` and \`GET /partner-accounts/{account_id}\` |
| \`accounts:create\` | \`POST /partner-accounts\` |

Without the permission, or if the partner is suspended, the response is 403 with \`_code\` 666. Changes take effect within 10 seconds, for existing tokens too.

### \`api_token\` and \`secret\`

The \`api_token\` gives access to the account-level public API, which is a separate service: use HTTP Basic with the user \`public\` and the token as the password. The \`secret\`, sent as \`X-Secret\` when you [read the account](#getPartnerAccount), shows the \`api_token\` again. Store it like a password.
`,
    },
    {
      id: 'identifiers',
      title: 'Identifiers',
      text: `
An account is identified by its \`_id\` (24 hexadecimal characters) or by its employer's CNPJ or CPF, without punctuation. A CNPJ may contain letters. Check digits are not validated. If several of your accounts share a document, it identifies the most recent one.
`,
    },
    {
      id: 'idempotency',
      title: 'Safe retries',
      text: `
A response can be lost, and the \`secret\` with it. Send an \`Idempotency-Key\` with each creation: a text of 1 to ${idempotencyKey.maxLength} characters, such as an order number or a UUID.

- The same key with the same body, within ${REPLAY_HOURS} hours, returns the first response, \`secret\` included, and the header \`Idempotent-Replayed: true\`. No second account is created.
- The same key with another body is a 422 error of the field \`Idempotency-Key\`.
- While the first request is in progress, a retry is 409 with \`Retry-After\`.
- A creation that failed is not stored: the key is free for a corrected body.

| Response | Retry? |
|---|---|
| none, connection lost, timeout | yes; a creation only with its \`Idempotency-Key\` |
| 409, 429, 503 | yes, after the seconds in \`Retry-After\` |
| 408, 500, 502, 504 | yes, with growing pauses; a creation only with its \`Idempotency-Key\` |
| 401 with \`_code\` 9 | once, after signing in again |
| other 4xx | no: correct the request |
`,
    },
    {
      id: 'paging',
      title: 'Paging',
      text: `
[The list](#listPartnerAccounts) begins with the most recent account and has ${page.defaultSize} accounts per page. \`max_results\` requests up to ${page.maxSize}; \`page\` selects the page.

- To read everything, follow \`_links.next.href\` until it is missing. It is relative to \`${baseUrl}/\`.
- \`_meta.total\` counts accounts, not pages. A page past the end is 200 without items.
- An invalid value is replaced by the default, and \`_meta\` shows the values in effect.
- An account that is created while you read moves the others: the same account can appear on two pages. Ignore repeated \`_id\`s.
`,
    },
    {
      id: 'rate-limit',
      title: 'Rate limit',
      text: `
A partner has **${requests} requests in any ${windowSeconds} seconds**, over all its users and tokens, the portal included. Requests without a valid token, and \`POST /tokens\`, count for the client's address.

| Header | Example | Meaning |
|---|---|---|
| \`RateLimit-Policy\` | \`"default";q=${requests};w=${windowSeconds}\` | \`q\` requests in any \`w\` seconds |
| \`RateLimit\` | \`"default";r=12;t=3\` | \`r\` remain; in \`t\` seconds there are more |
| \`Retry-After\` | \`3\` | with a 429: seconds to wait |

A request that is rejected with 429 does not count. If \`r\` is 0, wait \`t\` seconds.

\`POST /tokens\` limits failures too: 5 in 15 minutes per e-mail and address, and 100 an hour per address.
`,
    },
    {
      id: 'versions',
      title: 'Versions',
      text: `
The version is in the path: \`/partners/v1\`. Within it there are additions only: ignore unknown fields, and handle an unknown \`_code\` by its status. An incompatible change gets another path, and the end of a version is announced at least 180 days ahead by the headers \`Deprecation\` and \`Sunset\`.

\`ui_message\` and the messages of fields are in Brazilian Portuguese, or in English with \`Accept-Language: en\`.
`,
    },
  ],
}
